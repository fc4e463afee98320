import Tracking

/// Reads one list of a document, some records at a time, and leaves out those of a known key.
struct ListReader<Codec: RecordCodec> {
    struct Accepted {
        var value: Codec.Value
        /// What it was read from; nil where that says no more than the value.
        var record: JSONObject?
    }

    private let codec: Codec
    private var place = ListPlace.start
    private var keys = SeenIdentifiers()
    private var problems: [ImportProblem] = []
    private(set) var tally = TrackerImport.Tally()

    init(_ codec: Codec) {
        self.codec = codec
    }

    /// Up to `limit` values, fewer where records are left out; none at the end alone. `scan` may read a
    /// record before it becomes a value.
    mutating func next(
        _ limit: Int, of document: any TrackerDocument,
        check: (Codec.Value, inout RecordReader) -> Bool,
        scan: (inout JSONReader) -> Codec.Value?
    ) throws(TrackerFormatError) -> [Accepted] {
        var accepted: [Accepted] = []
        while accepted.isEmpty, place != .end {
            place = try document.read(Codec.list, from: place, limit: limit) { reader in
                guard let value = takeScanned(&reader, scan) else { return false }
                accepted.append(Accepted(value: value, record: nil))
                return true
            } body: { record, offset in
                if let found = take(record, at: offset, check) { accepted.append(found) }
            }
        }
        return accepted
    }

    /// What was wrong with the records so far, once.
    mutating func takeProblems() -> [ImportProblem] {
        defer { problems = [] }
        return problems
    }

    private mutating func takeScanned(
        _ reader: inout JSONReader, _ scan: (inout JSONReader) -> Codec.Value?
    ) -> Codec.Value? {
        let start = reader.mark
        guard let value = scan(&reader) else { return nil }
        // A second record of a key is read the usual way, which says so.
        guard keys.insert(codec.key(of: value)) else {
            reader.move(to: start)
            return nil
        }
        tally.taken += 1
        return value
    }

    private mutating func take(
        _ record: JSONValue, at offset: Int?,
        _ check: (Codec.Value, inout RecordReader) -> Bool
    ) -> Accepted? {
        var reader = RecordReader(record.object ?? [:], in: Codec.list, at: offset)
        defer { problems += reader.problems }
        guard let value = codec.readWhole(&reader), check(value, &reader) else {
            tally.refused += 1
            return nil
        }
        guard keys.insert(codec.key(of: value)) else {
            tally.repeated += 1
            reader.note(.repeated, "id")
            return nil
        }
        tally.taken += 1
        return Accepted(value: value, record: reader.object)
    }
}
