import Contracts
import GRDB
import RPC
import Tracker

extension StorageService {
    /// The limits of a fill, which is held in memory until it is complete.
    private static let fillLimit = 4_000_000
    private static let fillBytes = 1 << 30

    /// Reads all pages first, so that one short transaction commits them.
    func fill(
        _ request: TrackerRecords.FillRequest, _ context: CallContext,
        _ reader: TypedItemReader<Packet<FillPage>>
    ) async throws -> TrackerRecords.ApplyResponse {
        let (pages, entries) = try await Self.pages(of: reader)
        let body: @Sendable (Database, inout CommitEffects) throws -> TrackerRecords.ApplyResponse =
            {
                db, effects in
                let profile = try ProfileRow.named(context.profile, db)
                effects.logEntries = [Self.bulkLogEntry(request.summary, profile)]
                return try Self.apply(pages, entries: entries, as: request, of: profile.id, db)
            }
        guard let fingerprint = request.fingerprint else {
            return try await change(TrackerRecords.fill.name, request, context, body)
        }
        return try await change(fingerprint: fingerprint, context, body)
    }

    /// Reads the pages of a fill and counts their entries.
    /// - Throws: RESOURCE_EXHAUSTED beyond the limits.
    private static func pages(
        of reader: TypedItemReader<Packet<FillPage>>
    ) async throws -> (pages: [Packet<FillPage>], entries: Int) {
        var pages: [Packet<FillPage>] = []
        var entries = 0
        var documents = 0
        var bytes = 0
        while let page = try await reader.next() {
            for document in page.body.documents { try document.check() }
            let days = try page.columns.column("day", .int32)
            entries += days.count / Column.ElementType.int32.width
            documents += page.body.documents.count
            bytes += page.columns.reduce(0) { $0 + $1.bytes.count }
            bytes += page.body.documents.reduce(0) { $0 + ($1.body?.utf8.count ?? 0) }
            guard entries + documents <= fillLimit, bytes <= fillBytes else {
                throw Status(
                    .resourceExhausted,
                    "The fill has more than \(fillLimit) records or more than \(fillBytes >> 20) MiB.",
                    hint: "Send the records in several fills.")
            }
            pages.append(page)
        }
        return (pages, entries)
    }

    /// Writes all pages as one step and stores the displaced rows for its undo.
    private static func apply(
        _ pages: [Packet<FillPage>], entries: Int, as request: TrackerRecords.FillRequest,
        of profile: Int64,
        _ db: Database
    ) throws -> TrackerRecords.ApplyResponse {
        if let base = request.base, try !ChangeLog.isNewest(base, of: profile, db) {
            throw StorageError.profileConflict
        }
        let step = try ChangeLog.latest(db) + 1
        // New numbers, so that undo can identify the added entries by number.
        let firstEntry = try EntryStore.nextNumber(of: profile, db)
        let displaced = DisplacedRows(step: step, profile: profile)
        for kind in request.replacedKinds { try displaced.displaceAll(kind, db) }
        // In key order, so that each page of the table is written once.
        try write(
            pages.flatMap(\.body.documents).sorted { ($0.kind, $0.id) < ($1.kind, $1.id) },
            displacingInto: displaced, db)
        let added = try EntryBulkWriter(displaced: displaced, first: firstEntry)
            .insert(pages, count: entries, db)
        try StepRow.addFill(
            request.summary, step, entries: added,
            hasReplacedEntries: request.replacedKinds.contains(TrackerRecords.entryKind),
            of: profile, db)
        try StepRow.deleteOldFills(of: profile, db)
        var applied = TrackerRecords.ApplyResponse(
            summary: request.summary, first: step, last: step, records: [])
        applied.reply = request.reply
        return applied
    }

    /// The log entry after which readers have to read all records of the profile again.
    static func bulkLogEntry(_ summary: String, _ profile: ProfileRow) -> ChangeLog.Entry {
        ChangeLog.Entry(profile: profile, who: "person", kind: TrackerRecords.bulk, key: summary)
    }

    private static func write(
        _ documents: [TrackerRecords.Change], displacingInto displaced: DisplacedRows,
        _ db: Database
    ) throws {
        for document in documents {
            guard document.kind != TrackerRecords.entryKind else {
                guard document.body == nil else {
                    throw Status(
                        .invalidArgument, "The fill has the entry \(document.id) as a document.",
                        hint: "Send entries as columns.")
                }
                try displaced.remove(Entry.ID(document.id), db)
                continue
            }
            let record = TrackerRecords.RecordKey(kind: document.kind, id: document.id)
            try displaced.save(record, db)
            guard let body = document.body else {
                try DocumentStore.delete(record, of: displaced.profile, db)
                continue
            }
            try DocumentStore.save(
                TrackerRecords.Document(
                    kind: record.kind, id: record.id, revision: displaced.step, body: body),
                of: displaced.profile, db)
        }
    }
}
