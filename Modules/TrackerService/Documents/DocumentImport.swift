import CivilTime
package import Contracts
import RPC
import Tracker
package import TrackerDocuments

/// A document of the tracker on its way in: read, compared with what is there, and handed on piece by
/// piece, so that its years of logs are never in memory together.
package struct DocumentImport: Sendable {
    private let name: String
    private var reader: TrackerReader
    private var merge: DocumentMerge
    /// Documents that wait to be sent, those to be sent first at the end.
    private var batches: [FillBatch]
    /// Entries that wait to be sent.
    private var entries: ArraySlice<Entry> = []
    private var isRead = false

    /// - Parameters:
    ///   - reader: At the beginning of the document.
    ///   - name: The file's, for what is said of it.
    ///   - book: What it is merged into; nil when it takes the place of everything.
    ///   - stored: What is there that no book holds.
    /// - Throws: INVALID_ARGUMENT for what is no document of the tracker.
    package init(
        _ reader: TrackerReader, named name: String, into book: ProfileSnapshot?,
        stored: [TrackerRecords.RecordKey: String]
    ) throws {
        let merge = try DocumentMerge(reader.imported, into: book, stored: stored)
        self.name = name
        self.reader = reader
        self.merge = merge
        batches = FillBatch.batches(of: merge.changes).reversed()
    }

    /// All but the entries; whole at the end.
    var imported: TrackerImport { reader.imported }
    /// Whole at the end.
    var counts: [String: ImportReport.Counts] { merge.counts }
    /// Records that no row can hold.
    var invalidNames: RecordNames { merge.invalidNames }

    /// The next of what is to be written; nil at the end.
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
                .invalidArgument, "\(name) is no JSON: reading stopped at byte \(offset).",
                hint: "Export it again from the app, as JSON.")
        case .notATrackerDocument:
            self.init(
                .invalidArgument, "\(name) is JSON, but no document of the tracker.",
                hint: "It should have activities, logs or goals at the top.")
        case .noList(let list):
            self.init(
                .invalidArgument, "\(name) is damaged: its \(list) are no list.",
                hint: "Export it again from the app, as JSON.")
        case .unsupportedVersion(let version):
            self.init(
                .invalidArgument,
                "\(name) is a document of version \(version); versions 1 and 2 are understood.",
                hint: "Export it again from the app, in one of these versions.")
        }
    }
}
