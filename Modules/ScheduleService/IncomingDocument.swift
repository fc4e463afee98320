import CivilTime
package import Contracts
package import RPC
package import TrackerFormat
package import Tracking

/// A document of the tracker on its way in: read, compared with what is there, and handed on piece by
/// piece, so that its years of logs are never in memory together.
package struct IncomingDocument: Sendable {
    /// Bytes of texts, and entries, that are sent at a time. JSON makes up to six bytes of one.
    private static let batchBytes = 2 << 20
    private static let pageEntries = 20_000

    private let name: String
    private var reader: TrackerReader
    private var merge: DocumentMerge
    /// Documents that wait to be sent, those to be sent first at the end.
    private var batches: [[Tracker.Change]]
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
        _ reader: TrackerReader, named name: String, into book: Book?,
        stored: [Tracker.Record: String]
    ) throws {
        let merge = try DocumentMerge(reader.imported, into: book, stored: stored)
        self.name = name
        self.reader = reader
        self.merge = merge
        batches = Self.batches(merge.changes).reversed()
    }

    /// All but the entries; whole at the end.
    var imported: TrackerImport { reader.imported }
    /// Whole at the end.
    var books: [String: ImportReport.Books] { merge.books }
    /// Records that no row can hold.
    var unfit: Int { merge.unfit }
    var links: IncomingLinks { merge.links }

    /// What is written at a time.
    package enum Batch: Sendable {
        case documents([Tracker.Change])
        case entries(ArraySlice<Entry>)

        package func packet() throws -> Packet<FillPage> {
            switch self {
            case .documents(let documents): Packet(documents: documents)
            case .entries(let entries):
                try Packet(entries: entries.map { Tracker.NumberedEntry(number: 0, entry: $0) })
            }
        }
    }

    /// The next of what is to be written; nil at the end.
    package mutating func next() throws -> Batch? {
        if let batch = batches.popLast() { return .documents(batch) }
        while entries.isEmpty, !isRead {
            let read = try nextEntries()
            entries = merge.new(read)[...]
            if read.isEmpty {
                isRead = true
                batches = Self.batches(try merge.finish(reader.imported)).reversed()
            }
        }
        if !entries.isEmpty { return .entries(takeEntries()) }
        return batches.popLast().map { .documents($0) }
    }

    private mutating func nextEntries() throws(Status) -> [Entry] {
        do {
            return try reader.nextEntries(limit: Self.pageEntries)
        } catch {
            throw Status(error, in: name)
        }
    }

    /// As many of the entries that wait as fit a message.
    private mutating func takeEntries() -> ArraySlice<Entry> {
        var bytes = 0
        let page = entries.prefix { entry in
            defer { bytes += entry.textBytes }
            return bytes < Self.batchBytes
        }
        entries = entries.dropFirst(page.count)
        return page
    }

    private static func batches(_ changes: [Tracker.Change]) -> [[Tracker.Change]] {
        var batches: [[Tracker.Change]] = []
        var bytes = batchBytes
        for change in changes {
            let size = (change.body ?? "").utf8.count + change.id.utf8.count + 64
            if bytes + size > batchBytes {
                batches.append([])
                bytes = 0
            }
            batches[batches.count - 1].append(change)
            bytes += size
        }
        return batches
    }
}

extension Status {
    init(_ error: TrackerFormatError, in name: String) {
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
                "\(name) is a document of version \(version); versions 1 and 2 are understood.")
        }
    }
}
