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
        _ reader: TypedItemReader<Packet<EntryPage>>
    ) async throws -> Tracker.Applied {
        for document in request.documents { try document.check() }
        var pages: [Packet<EntryPage>] = []
        var count = 0
        while let page = try await reader.next() {
            count += try page.columns.column("day", .int32).count / Column.ElementType.int32.width
            guard count <= Self.fillLimit else {
                throw Status(
                    .resourceExhausted,
                    "At most \(Self.fillLimit) entries can be taken in at a time.")
            }
            pages.append(page)
        }
        return try await change(Tracker.fill.name, request, context) { [pages] db, consequences in
            let profile = try ProfileRow.named(context.profile, db)
            let revision = try ChangeLog.latest(db) + 1
            for kind in request.replacedKinds {
                try Self.clear(kind, of: profile.id, db)
            }
            for document in request.documents {
                let record = Tracker.Record(kind: document.kind, id: document.id)
                guard let body = document.body else {
                    try DocumentStore.delete(record, of: profile.id, db)
                    continue
                }
                try DocumentStore.put(
                    Tracker.Document(
                        kind: record.kind, id: record.id, revision: revision, body: body),
                    of: profile.id, db)
            }
            try Self.write(pages, of: profile.id, revision: revision, db)
            try StepRow.forget(through: nil, of: profile.id, db)
            consequences.notes = [
                ChangeLog.Note(
                    profile: profile, who: "person", kind: Tracker.bulk, key: request.summary)
            ]
            return Tracker.Applied(
                summary: request.summary, first: revision, last: revision, records: [])
        }
    }

    /// Entries are numbered in the order they come; one that is known keeps its number.
    private static func write(
        _ pages: [Packet<EntryPage>], of profile: Int64, revision: Int64, _ db: Database
    ) throws {
        let store = try EntryStore(of: profile, db)
        var next = try EntryStore.nextNumber(of: profile, db)
        for page in pages {
            for numbered in try page.entries() {
                let known = try store.row(numbered.entry.id)?.numbered.number
                try store.put(
                    EntryStore.Row(
                        numbered: Tracker.NumberedEntry(
                            number: known ?? next, entry: numbered.entry), revision: revision))
                if known == nil { next += 1 }
            }
        }
    }

    private static func clear(_ kind: String, of profile: Int64, _ db: Database) throws {
        if kind == Tracker.entryKind {
            try db.execute(sql: "DELETE FROM entry WHERE profile_id = ?", arguments: [profile])
        } else {
            try db.execute(
                sql: "DELETE FROM tracked WHERE profile_id = ? AND kind = ?",
                arguments: [profile, kind])
        }
    }
}
