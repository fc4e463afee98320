extension TrackerImport {
    /// Whether a file that begins with these bytes is a document of the tracker, as far as its first
    /// key can tell.
    package static func isDocument(beginning head: [UInt8]) -> Bool {
        func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
        var rest = head[...]
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
        rest = rest.drop(while: isSpace)
        guard rest.popFirst() == UInt8(ascii: "{") else { return false }
        rest = rest.drop(while: isSpace)
        guard rest.popFirst() == UInt8(ascii: "\"") else { return false }
        let key = String(decoding: rest.prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
        return (domainLists + workoutLists + ["version", "timestamp"]).contains(key)
    }
}
