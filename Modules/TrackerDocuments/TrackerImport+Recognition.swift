extension TrackerImport {
    /// The number of leading bytes that are examined to recognise a document.
    package static let recognitionBytes = 64 << 10

    /// True if a file that begins with these bytes is a tracker document: its first key is a document key,
    /// and another key of documents or records follows.
    package static func isDocument(beginning head: [UInt8]) -> Bool {
        func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
        var rest = head[...]
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
        rest = rest.drop(while: isSpace)
        guard rest.popFirst() == UInt8(ascii: "{") else { return false }
        rest = rest.drop(while: isSpace)
        guard rest.popFirst() == UInt8(ascii: "\"") else { return false }
        let key = String(decoding: rest.prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
        let keys = domainLists + workoutLists + ["version", "timestamp"]
        guard keys.contains(key) else { return false }
        let text = String(decoding: rest, as: UTF8.self)
        return (keys + recordKeys).contains { $0 != key && text.contains("\"\($0)\"") }
            || head.count < recognitionBytes && isWholeList(text.dropFirst(key.count + 1))
    }

    /// Keys of records that are rare in other formats.
    private static let recordKeys = [
        "hexColor", "typeRaw", "scheduleData", "activityID", "categoryID", "statusRaw", "sortOrder",
        "goalTypeRaw",
    ]

    /// True for the rest of a document that is one list without records.
    private static func isWholeList(_ rest: Substring) -> Bool {
        rest.filter { !$0.isWhitespace } == ":[]}"
    }
}
