extension JSONElementScanner {
    /// The length of the array or object that the bytes begin with; nil if it does not end within them,
    /// is too deep, or has brackets that do not match.
    static func length(
        ofContainerAt bytes: UnsafeRawBufferPointer, depth outer: Int
    ) -> Int? {
        /// One bit for each open container, 1 for an object, the innermost last.
        var open: UInt64 = 0
        var depth = outer
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            switch byte {
            case UInt8(ascii: "\""):
                while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
                    index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
                }
                index += 1
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                guard depth < depthLimit else { return nil }
                depth += 1
                open = open << 1 | (byte == UInt8(ascii: "{") ? 1 : 0)
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard open & 1 == (byte == UInt8(ascii: "}") ? 1 : 0) else { return nil }
                depth -= 1
                open >>= 1
                if depth == outer { return index }
            default: break
            }
        }
        return nil
    }
}
