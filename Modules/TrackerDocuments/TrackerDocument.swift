/// A document whose records are read in pages.
protocol TrackerDocument: Sendable {
    /// The top-level object; lists of tracker records may be absent.
    var root: JSONObject { get }

    func has(_ key: String) -> Bool
    /// True if the value of the key is an array.
    func hasList(_ key: String) -> Bool
    /// Passes up to `limit` records of a list to `body`, each with its byte offset. If the document is a
    /// text,
    /// `scan` can consume a record before it is decoded and returns true then.
    /// - Returns: The position of the next record.
    func read(
        _ list: String, from progress: ListProgress, limit: Int, scan: (inout JSONReader) -> Bool,
        body: (JSONValue, Int?) -> Void
    ) throws(TrackerDocumentError) -> ListProgress
}

/// The position of a reader in a list.
enum ListProgress: Equatable {
    case start
    /// Before the element at this index or byte offset.
    case inside(Int)
    case end
}

/// A decoded document.
struct ParsedDocument: TrackerDocument {
    let root: JSONObject

    func has(_ key: String) -> Bool { root[key] != nil }
    func hasList(_ key: String) -> Bool { root[key]?.array != nil }

    func read(
        _ list: String, from progress: ListProgress, limit: Int, scan: (inout JSONReader) -> Bool,
        body: (JSONValue, Int?) -> Void
    ) -> ListProgress {
        let records = root[list]?.array ?? []
        let start = if case .inside(let start) = progress { start } else { 0 }
        for record in records[start...].prefix(limit) { body(record, nil) }
        return records.count - start > limit ? .inside(start + limit) : .end
    }
}

/// A document as text. One record at a time is decoded.
struct DocumentText: TrackerDocument {
    let root: JSONObject
    private let text: [UInt8]
    /// The byte offsets of the tracker lists.
    private let lists: [String: Int]

    init(_ text: [UInt8]) throws(TrackerDocumentError) {
        self.text = text
        do {
            (root, lists) = try text.withUnsafeBufferPointer {
                (bytes) throws(JSONReader.Malformed) -> (JSONObject, [String: Int]) in
                var root: JSONObject = [:]
                var lists: [String: Int] = [:]
                // Skips a UTF-8 byte order mark.
                let start = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
                var reader = JSONReader(bytes, at: start)
                guard reader.isAtObject() else {
                    _ = try reader.value()
                    try reader.expectEnd()
                    return ([:], [:])
                }
                try reader.members { (key, reader) throws(JSONReader.Malformed) in
                    if TrackerImport.domainLists.contains(key), reader.isAtArray() {
                        lists[key] = reader.offset
                        root[key] = nil
                        try reader.skip()
                    } else {
                        lists[key] = nil
                        root[key] = try reader.value()
                    }
                }
                try reader.expectEnd()
                return (root, lists)
            }
        } catch {
            throw .notJSON(offset: error.offset)
        }
    }

    func has(_ key: String) -> Bool { lists[key] != nil || root[key] != nil }
    func hasList(_ key: String) -> Bool { lists[key] != nil }

    func read(
        _ list: String, from progress: ListProgress, limit: Int, scan: (inout JSONReader) -> Bool,
        body: (JSONValue, Int?) -> Void
    ) throws(TrackerDocumentError) -> ListProgress {
        guard let start = lists[list] else { return .end }
        do {
            return try text.withUnsafeBufferPointer {
                (bytes) throws(JSONReader.Malformed) -> ListProgress in
                var isInside = false
                var reader = JSONReader(bytes, at: start)
                if case .inside(let offset) = progress {
                    isInside = true
                    reader = JSONReader(bytes, at: offset)
                }
                let hasMore = try reader.elements(isInside: isInside, limit: limit) {
                    (reader) throws(JSONReader.Malformed) in
                    _ = reader.isAtObject()
                    let offset = reader.offset
                    if !scan(&reader) { body(try reader.value(), offset) }
                }
                return hasMore ? .inside(reader.offset) : .end
            }
        } catch {
            throw .notJSON(offset: error.offset)
        }
    }
}
