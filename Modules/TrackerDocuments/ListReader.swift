import JSON
import Tracker

/// Reads one list of a document in pages and rejects records with repeated keys.
struct ListReader<Codec: RecordCodec> {
    struct Accepted {
        var value: Codec.Value
        /// The source record; nil if the value represents all of it.
        var record: JSONObject?
    }

    private let codec: Codec
    private var position = DocumentText.Progress.start
    private var keys = IdentifierSet()
    private var problems: [DocumentProblem] = []
    private(set) var counts = TrackerImport.Counts()

    init(_ codec: Codec) {
        self.codec = codec
    }

    /// The next values: at most `limit`, fewer if records are rejected, empty only at the end. `scan` can
    /// read a record before it is decoded.
    mutating func next(
        _ limit: Int, of document: DocumentText,
        check: (Codec.Value, inout RecordReader) -> Bool, scan: (JSONTape) -> Codec.Value?
    ) throws(TrackerDocumentError) -> [Accepted] {
        var accepted: [Accepted] = []
        while accepted.isEmpty, position != .end {
            position = try document.read(Codec.list, from: position, limit: limit) {
                (record, offset) throws(JSONFault) in
                // The general path reports a repeated key.
                if let value = scan(record), keys.insert(codec.key(of: value)) {
                    counts.accepted += 1
                    accepted.append(Accepted(value: value, record: nil))
                } else if let found = accept(try record.json(), at: offset, check) {
                    accepted.append(found)
                }
            }
        }
        return accepted
    }

    /// Returns the problems since the last call.
    mutating func removeProblems() -> [DocumentProblem] {
        defer { problems = [] }
        return problems
    }

    private mutating func accept(
        _ record: JSONValue, at offset: Int,
        _ check: (Codec.Value, inout RecordReader) -> Bool
    ) -> Accepted? {
        var reader = RecordReader(record.object ?? [:], in: Codec.list, at: offset)
        defer { problems += reader.problems }
        guard let value = codec.readWithExtension(&reader), check(value, &reader) else {
            counts.rejected += 1
            return nil
        }
        guard keys.insert(codec.key(of: value)) else {
            counts.repeated += 1
            reader.report(.repeated, "id")
            return nil
        }
        counts.accepted += 1
        return Accepted(value: value, record: reader.object)
    }
}
