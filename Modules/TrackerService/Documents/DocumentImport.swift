import CivilTime
package import Contracts
import RPC
import Tracker
package import TrackerDocuments

/// An import of a tracker document: decodes, compares with the profile, and yields batches, so that
/// the entries are never in memory together.
package struct DocumentImport: Sendable {
    private let name: String
    private var reader: TrackerReader
    private var merge: DocumentMerge
    /// Documents to be sent, last first.
    private var batches: [FillBatch]
    /// Entries to be sent.
    private var entries: ArraySlice<Entry> = []
    private var isRead = false

    /// - Parameters:
    ///   - reader: A reader at the start of the document.
    ///   - name: The file's name, for messages.
    ///   - snapshot: The profile to merge into; nil if everything is replaced.
    ///   - stored: The documents of the profile that are not in the snapshot.
    /// - Throws: INVALID_ARGUMENT if the file is not a tracker document.
    package init(
        _ reader: TrackerReader, named name: String, into snapshot: ProfileSnapshot?,
        stored: [TrackerRecords.RecordKey: String]
    ) throws {
        let merge = try DocumentMerge(reader.imported, into: snapshot, stored: stored)
        self.name = name
        self.reader = reader
        self.merge = merge
        batches = FillBatch.batches(of: merge.changes).reversed()
    }

    /// All but the entries. Complete after the last batch.
    var imported: TrackerImport { reader.imported }
    /// Complete after the last batch.
    var counts: [String: ImportReport.Counts] { merge.counts }
    /// The records that storage cannot hold.
    var invalidNames: RecordNames { merge.invalidNames }

    /// The next batch to write; nil at the end.
    package mutating func next() throws -> FillBatch? {
        if let batch = batches.popLast() { return batch }
        while entries.isEmpty, !isRead {
            let read = try nextEntries()
            entries = merge.newEntries(read)[...]
            if read.isEmpty {
                isRead = true
                batches = FillBatch.batches(of: try merge.finish(reader.imported)).reversed()
            }
        }
        return FillBatch.next(of: &entries) ?? batches.popLast()
    }

    private mutating func nextEntries() throws(Status) -> [Entry] {
        do {
            return try reader.nextEntries(limit: FillBatch.entryLimit)
        } catch {
            throw Status(error, in: name)
        }
    }
}

extension Status {
    init(_ error: TrackerDocumentError, in name: String) {
        switch error {
        case .notJSON(let offset):
            self.init(
                .invalidArgument, "\(name) is not JSON: reading stopped at byte \(offset).",
                hint: "Export it again from the app, as JSON.")
        case .notATrackerDocument:
            self.init(
                .invalidArgument, "\(name) is JSON, but not a tracker document.",
                hint: "A tracker document has activities, logs or goals at the top level.")
        case .noList(let list):
            self.init(
                .invalidArgument, "\(name) is damaged: \(list) is not a list.",
                hint: "Export it again from the app, as JSON.")
        case .unsupportedVersion(let version):
            self.init(
                .invalidArgument,
                "\(name) is a document of version \(version); versions 1 and 2 are supported.",
                hint: "Export it again from the app, in one of these versions.")
        }
    }
}
