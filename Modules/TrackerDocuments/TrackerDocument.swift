/// A document whose records are read one after the other.
protocol TrackerDocument: Sendable {
    /// What it has at the top; lists of records of the domain may be missing.
    var root: JSONObject { get }

    func has(_ key: String) -> Bool
    /// Whether the value of a key is an array.
    func hasList(_ key: String) -> Bool
    /// Hands on up to `limit` records of a list, each with the place where it begins in the text. Where
    /// there is a text, `scan` may take a record before it becomes a value, and says whether it did.
    /// - Returns: Where the list goes on.
    func read(
        _ list: String, from place: ListProgress, limit: Int, scan: (inout JSONReader) -> Bool,
        body: (JSONValue, Int?) -> Void
    ) throws(TrackerDocumentError) -> ListProgress
}

/// How far a list was read.
enum ListProgress: Equatable {
    case start
    /// Before the element that is at this place.
    case inside(Int)
    case end
}

/// A document that is in memory as a value.
struct ParsedDocument: TrackerDocument {
    let root: JSONObject

    func has(_ key: String) -> Bool { root[key] != nil }
    func hasList(_ key: String) -> Bool { root[key]?.array != nil }

    func read(
        _ list: String, from place: ListProgress, limit: Int, scan: (inout JSONReader) -> Bool,
        body: (JSONValue, Int?) -> Void
    ) -> ListProgress {
        let records = root[list]?.array ?? []
        let start = if case .inside(let start) = place { start } else { 0 }
        for record in records[start...].prefix(limit) { body(record, nil) }
        return records.count - start > limit ? .inside(start + limit) : .end
    }
}

/// A document as text, of which one record at a time is in memory as a value.
struct DocumentText: TrackerDocument {
    let root: JSONObject
    private let text: [UInt8]
    /// Where the lists of the domain begin.
    private let lists: [String: Int]

    init(_ text: [UInt8]) throws(TrackerDocumentError) {
        self.text = text
        do {
            (root, lists) = try text.withUnsafeBufferPointer {
                (bytes) throws(JSONReader.Malformed) -> (JSONObject, [String: Int]) in
                var root: JSONObject = [:]
                var lists: [String: Int] = [:]
                // A mark that says UTF-8, which is what it is anyway.
                let begin = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
                var reader = JSONReader(bytes, at: begin)
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
        _ list: String, from place: ListProgress, limit: Int, scan: (inout JSONReader) -> Bool,
        body: (JSONValue, Int?) -> Void
    ) throws(TrackerDocumentError) -> ListProgress {
        guard let start = lists[list] else { return .end }
        do {
            return try text.withUnsafeBufferPointer {
                (bytes) throws(JSONReader.Malformed) -> ListProgress in
                var isInside = false
                var reader = JSONReader(bytes, at: start)
                if case .inside(let place) = place {
                    isInside = true
                    reader = JSONReader(bytes, at: place)
                }
                let goesOn = try reader.elements(isInside: isInside, limit: limit) {
                    (reader) throws(JSONReader.Malformed) in
                    _ = reader.isAtObject()
                    let offset = reader.offset
                    if !scan(&reader) { body(try reader.value(), offset) }
                }
                return goesOn ? .inside(reader.offset) : .end
            }
        } catch {
            throw .notJSON(offset: error.offset)
        }
    }
}
