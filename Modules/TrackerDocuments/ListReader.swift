import Tracker

/// Reads one list of a document, some records at a time, and leaves out those of a known key.
struct ListReader<Codec: RecordCodec> {
    struct Accepted {
        var value: Codec.Value
        /// What it was read from; nil where that says no more than the value.
        var record: JSONObject?
    }

    private let codec: Codec
    private var position = ListProgress.start
    private var keys = IdentifierSet()
    private var problems: [DocumentProblem] = []
    private(set) var tally = TrackerImport.Counts()

    init(_ codec: Codec) {
        self.codec = codec
    }

    /// Up to `limit` values, fewer where records are left out; none at the end alone. `scan` may read a
    /// record before it becomes a value.
    mutating func next(
        _ limit: Int, of document: any TrackerDocument,
        check: (Codec.Value, inout RecordReader) -> Bool,
        scan: (inout JSONReader) -> Codec.Value?
    ) throws(TrackerDocumentError) -> [Accepted] {
        var accepted: [Accepted] = []
        while accepted.isEmpty, position != .end {
            position = try document.read(Codec.list, from: position, limit: limit) { reader in
                guard let value = acceptScanned(&reader, scan) else { return false }
                accepted.append(Accepted(value: value, record: nil))
                return true
            } body: { record, offset in
                if let found = accept(record, at: offset, check) { accepted.append(found) }
            }
        }
        return accepted
    }

    /// What was wrong with the records so far, once.
    mutating func removeProblems() -> [DocumentProblem] {
        defer { problems = [] }
        return problems
    }

    private mutating func acceptScanned(
        _ reader: inout JSONReader, _ scan: (inout JSONReader) -> Codec.Value?
    ) -> Codec.Value? {
        let start = reader.mark
        guard let value = scan(&reader) else { return nil }
        // A second record of a key is read the usual way, which says so.
        guard keys.insert(codec.key(of: value)) else {
            reader.seek(to: start)
            return nil
        }
        tally.accepted += 1
        return value
    }

    private mutating func accept(
        _ record: JSONValue, at offset: Int?,
        _ check: (Codec.Value, inout RecordReader) -> Bool
    ) -> Accepted? {
        var reader = RecordReader(record.object ?? [:], in: Codec.list, at: offset)
        defer { problems += reader.problems }
        guard let value = codec.readWithExtension(&reader), check(value, &reader) else {
            tally.rejected += 1
            return nil
        }
        guard keys.insert(codec.key(of: value)) else {
            tally.repeated += 1
            reader.report(.repeated, "id")
            return nil
        }
        tally.accepted += 1
        return Accepted(value: value, record: reader.object)
    }
}
