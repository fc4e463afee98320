/// Reading of arrays and objects without their tokens.
extension JSONScanner {
    /// Reads an object; `body` reads the value of each key.
    package mutating func members(
        _ body: (String, inout JSONScanner) throws(JSONFault) -> Void
    ) throws(JSONFault) {
        try expect("{")
        if accept("}") { return }
        repeat {
            guard isAt("\""), let key = try? value().text(at: 0) else {
                throw JSONFault(.syntax, at: offset)
            }
            try expect(":")
            try body(key, &self)
        } while accept(",")
        try expect("}")
    }

    /// Reads up to `limit` elements of an array with `body`; with `isInside`, continues behind the elements
    /// of an earlier call.
    /// - Returns: True if elements remain; a later call continues at the reached offset.
    package mutating func elements(
        isInside: Bool = false, limit: Int = .max,
        _ body: (inout JSONScanner) throws(JSONFault) -> Void
    ) throws(JSONFault) -> Bool {
        if !isInside {
            try expect("[")
            if accept("]") { return false }
        }
        var count = 0
        repeat {
            if count == limit { return true }
            try body(&self)
            count += 1
        } while accept(",")
        try expect("]")
        return false
    }

    /// Skips a value. Arrays and objects are not validated, except for balanced brackets.
    package mutating func skip() throws(JSONFault) {
        guard isAt("{") || isAt("[") else { return try scan() }
        var depth = 0
        while let byte = next() {
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth == 0 { return }
            case UInt8(ascii: "\""): skipString()
            default: break
            }
        }
        throw JSONFault(.syntax, at: offset)
    }

    /// Skips the rest of a string behind its opening quote.
    private mutating func skipString() {
        while let byte = next(), byte != UInt8(ascii: "\"") {
            if byte == UInt8(ascii: "\\") { _ = next() }
        }
    }

    private mutating func expect(_ byte: Unicode.Scalar) throws(JSONFault) {
        guard accept(byte) else { throw JSONFault(.syntax, at: offset) }
    }

    private mutating func accept(_ byte: Unicode.Scalar) -> Bool {
        guard isAt(byte) else { return false }
        _ = next()
        return true
    }
}
