package import Contracts
package import RPC

/// A fill with all of its pages, which are read first so that one short transaction commits them.
package struct Fill: Sendable {
    /// The limits of a fill, which is held in memory until it is complete.
    private static let recordLimit = 4_000_000
    private static let byteLimit = 1 << 30

    package let request: TrackerRecords.FillRequest
    /// The entries of each page.
    package private(set) var pages: [EntryPageRows] = []
    /// The number of entries on all pages.
    package private(set) var entries = 0
    /// The documents and removals of all pages.
    private var changes: [TrackerRecords.Change] = []

    /// Reads the pages and counts their entries.
    /// - Throws: RESOURCE_EXHAUSTED beyond the limits, INVALID_ARGUMENT for columns of different lengths.
    package init(
        _ request: TrackerRecords.FillRequest, _ reader: TypedItemReader<Packet<FillPage>>
    ) async throws {
        self.request = request
        var bytes = 0
        while let page = try await reader.next() {
            for document in page.body.documents { try document.check() }
            let rows = try page.rows()
            entries += rows.indices.count
            changes += page.body.documents
            bytes += page.columns.reduce(0) { $0 + $1.bytes.count }
            bytes += page.body.documents.reduce(0) { $0 + ($1.body?.utf8.count ?? 0) }
            guard entries + changes.count <= Self.recordLimit, bytes <= Self.byteLimit else {
                throw Status(
                    .resourceExhausted,
                    "The fill has more than \(Self.recordLimit) records or more than "
                        + "\(Self.byteLimit >> 20) MiB.",
                    hint: "Send the records in several fills.")
            }
            pages.append(rows)
        }
    }

    /// The documents of all pages in the order of their keys, so that each page of a table is written
    /// once.
    /// - Throws: INVALID_ARGUMENT for an entry with a body.
    package func documents() throws(Status) -> [TrackerRecords.Change] {
        let documents = changes.sorted { ($0.kind, $0.id) < ($1.kind, $1.id) }
        for document in documents
        where document.kind == TrackerRecords.entryKind && document.body != nil {
            throw Status(
                .invalidArgument, "The fill has the entry \(document.id) as a document.",
                hint: "Send entries as columns.")
        }
        return documents
    }

    /// The response after the change `step`.
    package func response(step: Int64) -> TrackerRecords.ApplyResponse {
        var applied = TrackerRecords.ApplyResponse(
            summary: request.summary, first: step, last: step, records: [])
        applied.reply = request.reply
        return applied
    }
}

extension ChangeLog.Entry {
    /// The log entry after which readers have to read all records of the profile again.
    package static func bulk(_ summary: String, of profile: ProfileRow) -> ChangeLog.Entry {
        ChangeLog.Entry(profile: profile, who: "person", kind: TrackerRecords.bulk, key: summary)
    }
}
