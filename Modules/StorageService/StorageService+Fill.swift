import Contracts
import GRDB
import RPC
import Tracking

extension StorageService {
    /// What a caller may hand over at a time; it waits in memory until all of it is there.
    private static let fillLimit = 4_000_000

    /// Takes everything in first, so that one short transaction makes it visible at once.
    func fill(
        _ request: Tracker.Fill, _ context: CallContext,
        _ reader: TypedItemReader<Packet<FillPage>>
    ) async throws -> Tracker.Applied {
        var pages: [Packet<FillPage>] = []
        var count = 0
        while let page = try await reader.next() {
            for document in page.body.documents { try document.check() }
            count += try page.columns.column("day", .int32).count / Column.ElementType.int32.width
            count += page.body.documents.count
            guard count <= Self.fillLimit else {
                throw Status(
                    .resourceExhausted,
                    "At most \(Self.fillLimit) records can be taken in at a time.")
            }
            pages.append(page)
        }
        return try await change(Tracker.fill.name, request, context) { [pages] db, consequences in
            let profile = try ProfileRow.named(context.profile, db)
            let step = try ChangeLog.latest(db) + 1
            // Numbers are not given twice, so that an exchange can go by them.
            let firstEntry = try EntryStore.nextNumber(of: profile.id, db)
            let displaced = DisplacedRows(step: step, profile: profile.id)
            try DatabaseFile.useLargeCache(db)
            defer { DatabaseFile.useUsualCache(db) }
            for kind in request.replacedKinds { try displaced.clear(kind, db) }
            // In the order of the table, so that each of its pages is written once.
            try Self.put(
                pages.flatMap(\.body.documents).sorted { ($0.kind, $0.id) < ($1.kind, $1.id) },
                asideIn: displaced, db)
            let store = try EntryStore(of: profile.id, db)
            var nextEntry = firstEntry
            for page in pages {
                for numbered in try page.entries() {
                    nextEntry = try Self.put(
                        numbered.entry, added: firstEntry..<nextEntry, asideIn: displaced, store,
                        db)
                }
            }
            try StepRow.addFill(
                request.summary, step, entries: firstEntry..<nextEntry,
                replacesEntries: request.replacedKinds.contains(Tracker.entryKind),
                of: profile.id, db)
            try StepRow.forgetOldFills(of: profile.id, db)
            consequences.notes = [Self.bulkNote(request.summary, profile)]
            return Tracker.Applied(
                summary: request.summary, first: step, last: step, records: [])
        }
    }

    /// That everything is to be read anew, and why.
    static func bulkNote(_ summary: String, _ profile: ProfileRow) -> ChangeLog.Note {
        ChangeLog.Note(profile: profile, who: "person", kind: Tracker.bulk, key: summary)
    }

    private static func put(
        _ documents: [Tracker.Change], asideIn displaced: DisplacedRows, _ db: Database
    ) throws {
        for document in documents {
            let record = Tracker.Record(kind: document.kind, id: document.id)
            try displaced.keep(record, db)
            guard let body = document.body else {
                try DocumentStore.delete(record, of: displaced.profile, db)
                continue
            }
            try DocumentStore.put(
                Tracker.Document(
                    kind: record.kind, id: record.id, revision: displaced.step, body: body),
                of: displaced.profile, db)
        }
    }

    /// Entries are numbered in the order they come; one that is known keeps its number.
    /// - Returns: The number for the entry that comes next.
    private static func put(
        _ entry: Entry, added: Range<Int64>, asideIn displaced: DisplacedRows,
        _ store: borrowing EntryStore, _ db: Database
    ) throws -> Int64 {
        let known = try store.row(entry.id)?.numbered.number
        if let known, !added.contains(known) { try displaced.keep(entry: known, db) }
        try store.put(
            EntryStore.Row(
                numbered: Tracker.NumberedEntry(number: known ?? added.upperBound, entry: entry),
                revision: displaced.step))
        return known == nil ? added.upperBound + 1 : added.upperBound
    }
}
