import JSON

/// A document as text. One record at a time is decoded.
struct DocumentText: Sendable {
    /// The position of a reader in a list.
    enum Progress: Equatable {
        case start
        /// Before the element at this byte offset.
        case inside(Int)
        case end
    }

    /// The top-level object without the tracker lists.
    let root: JSONObject
    private let text: [UInt8]
    /// The byte offsets of the tracker lists.
    private let lists: [String: Int]

    init(_ text: [UInt8]) throws(TrackerDocumentError) {
        self.text = text
        do {
            (root, lists) = try text.withUnsafeBufferPointer {
                (bytes) throws(JSONFault) -> (JSONObject, [String: Int]) in
                var root: JSONObject = [:]
                var lists: [String: Int] = [:]
                // Skips a UTF-8 byte order mark.
                let start = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
                var scanner = JSONScanner(UnsafeRawBufferPointer(bytes), at: start)
                if scanner.isAt("{") {
                    try scanner.members { (key, scanner) throws(JSONFault) in
                        if TrackerImport.domainLists.contains(key), scanner.isAt("[") {
                            lists[key] = scanner.offset
                            root[key] = nil
                            try scanner.skip()
                        } else {
                            lists[key] = nil
                            root[key] = try scanner.value().json()
                        }
                    }
                } else {
                    _ = try scanner.value()
                }
                try scanner.expectEnd()
                return (root, lists)
            }
        } catch {
            throw .notJSON(offset: error.offset)
        }
    }

    func has(_ key: String) -> Bool { lists[key] != nil || root[key] != nil }
    /// True if the value of the key is an array.
    func hasList(_ key: String) -> Bool { lists[key] != nil }

    /// Passes up to `limit` records of a list to `body`, each with its byte offset.
    /// - Returns: The position of the next record.
    func read(
        _ list: String, from progress: Progress, limit: Int,
        body: (JSONTape, Int) throws(JSONFault) -> Void
    ) throws(TrackerDocumentError) -> Progress {
        guard let start = lists[list] else { return .end }
        do {
            return try text.withUnsafeBufferPointer { (bytes) throws(JSONFault) -> Progress in
                var scanner = JSONScanner(UnsafeRawBufferPointer(bytes), at: start)
                var isInside = false
                if case .inside(let offset) = progress {
                    scanner = JSONScanner(UnsafeRawBufferPointer(bytes), at: offset)
                    isInside = true
                }
                let hasMore = try scanner.elements(isInside: isInside, limit: limit) {
                    (scanner) throws(JSONFault) in
                    let record = try scanner.value()
                    try body(record, Int(record.tokens[0].start))
                }
                return hasMore ? .inside(scanner.offset) : .end
            }
        } catch {
            throw .notJSON(offset: error.offset)
        }
    }
}
