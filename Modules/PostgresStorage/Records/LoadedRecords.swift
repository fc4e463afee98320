import Contracts
import PostgresClient
import RPC
import StorageCore
import Tracker

/// The records that a request names, read in one round trip before the rules are applied. Writes are
/// collected and sent in the last round trip of the transaction.
final class LoadedRecords: RecordStore {
    private let profile: Int64
    private var entries: [Entry.ID: EntryRow] = [:]
    private var documents: [TrackerRecords.RecordKey: TrackerRecords.Document] = [:]
    private var settings: [String: String] = [:]
    private var greatestNumber: Int64

    private var savedEntries: [Int64: EntryRow] = [:]
    private var deletedNumbers: Set<Int64> = []
    private var writtenDocuments: Set<TrackerRecords.RecordKey> = []
    private var writtenSettings: Set<String> = []

    /// The queries for some records, in the order of ``init(_:_:)``. A record of the kind `entries` stands for
    /// all entries of an activity.
    static func queries(
        for records: [TrackerRecords.RecordKey], of profile: Int64
    ) -> [PostgresQuery] {
        func ids(_ kind: String) -> [String] {
            records.filter { $0.kind == kind }.map(\.id)
        }
        let special = [
            TrackerRecords.entryKind, TrackerRecords.entriesKind, TrackerRecords.settingKind,
        ]
        let documents = records.filter { !special.contains($0.kind) }
        return [
            PostgresQuery(
                "SELECT coalesce(max(number), 0) FROM dayline.entry WHERE profile_id = $1",
                .int64(profile)),
            PostgresQuery(
                """
                SELECT \(EntryRow.columns) FROM dayline.entry
                WHERE profile_id = $1 AND (id = ANY ($2) OR activity = ANY ($3))
                """, .int64(profile), .texts(ids(TrackerRecords.entryKind)),
                .texts(ids(TrackerRecords.entriesKind))),
            PostgresQuery(
                """
                SELECT kind, id, revision, body FROM dayline.tracked
                WHERE profile_id = $1 AND (kind, id) IN (SELECT * FROM unnest($2, $3))
                """, .int64(profile), .texts(documents.map(\.kind)), .texts(documents.map(\.id))),
            PostgresQuery(
                "SELECT key, value FROM dayline.setting WHERE profile_id = $1 AND key = ANY ($2)",
                .int64(profile), .texts(ids(TrackerRecords.settingKind))),
        ]
    }

    /// Decodes the results of ``queries(for:of:)``.
    init(_ results: some Collection<PostgresResult>, of profile: Int64) throws {
        let results = Array(results)
        self.profile = profile
        greatestNumber = try results[0].first?.int64(0) ?? 0
        for row in results[1].rows {
            let entry = try EntryRow(row)
            entries[entry.numbered.entry.id] = entry
        }
        for row in results[2].rows {
            let document = try TrackerRecords.Document(
                kind: row.text(0), id: row.text(1), revision: row.int64(2), body: row.text(3))
            documents[document.key] = document
        }
        for row in results[3].rows { settings[try row.text(0)] = try row.text(1) }
    }

    func entry(_ id: Entry.ID) -> EntryRow? { entries[id] }

    func nextEntryNumber() -> Int64 { greatestNumber + 1 }

    func save(_ row: EntryRow) {
        if let old = entries[row.numbered.entry.id], old.numbered.number != row.numbered.number {
            delete(old)
        }
        entries[row.numbered.entry.id] = row
        savedEntries[row.numbered.number] = row
        greatestNumber = max(greatestNumber, row.numbered.number)
    }

    func delete(_ row: EntryRow) {
        entries[row.numbered.entry.id] = nil
        savedEntries[row.numbered.number] = nil
        deletedNumbers.insert(row.numbered.number)
    }

    func removeEntries(of activity: Activity.ID) -> [Entry.ID] {
        let removed = entries.values.filter { $0.numbered.entry.activity == activity }
            .sorted { $0.numbered.number < $1.numbered.number }
        for row in removed { delete(row) }
        return removed.map(\.numbered.entry.id)
    }

    func document(_ record: TrackerRecords.RecordKey) -> TrackerRecords.Document? {
        documents[record]
    }

    func save(_ document: TrackerRecords.Document) {
        documents[document.key] = document
        writtenDocuments.insert(document.key)
    }

    func delete(_ record: TrackerRecords.RecordKey) {
        documents[record] = nil
        writtenDocuments.insert(record)
    }

    func setting(_ key: String) -> String? { settings[key] }

    func set(_ key: String, to value: String?) {
        settings[key] = value
        writtenSettings.insert(key)
    }

    /// The statements of the collected writes: at most one for each table and kind of write.
    func writes() throws -> [PostgresQuery] {
        try entryWrites() + documentWrites() + settingWrites()
    }

    private func entryWrites() throws -> [PostgresQuery] {
        var queries: [PostgresQuery] = []
        if !deletedNumbers.isEmpty {
            queries.append(
                PostgresQuery(
                    "DELETE FROM dayline.entry WHERE profile_id = $1 AND number = ANY ($2)",
                    .int64(profile), .int64s(deletedNumbers.sorted())))
        }
        if !savedEntries.isEmpty {
            let rows = savedEntries.sorted { $0.key < $1.key }.map(\.value)
            queries.append(try rows.upsert(profile))
        }
        return queries
    }

    private func documentWrites() -> [PostgresQuery] {
        let saved = writtenDocuments.compactMap { documents[$0] }
        let deleted = writtenDocuments.filter { documents[$0] == nil }
        var queries: [PostgresQuery] = []
        if !deleted.isEmpty {
            queries.append(
                PostgresQuery(
                    """
                    DELETE FROM dayline.tracked
                    WHERE profile_id = $1 AND (kind, id) IN (SELECT * FROM unnest($2, $3))
                    """, .int64(profile), .texts(deleted.map(\.kind)), .texts(deleted.map(\.id))))
        }
        if !saved.isEmpty { queries.append(saved.upsert(profile)) }
        return queries
    }

    private func settingWrites() -> [PostgresQuery] {
        let keys = writtenSettings.sorted()
        guard !keys.isEmpty else { return [] }
        let saved = keys.filter { settings[$0] != nil }
        return [
            PostgresQuery(
                "DELETE FROM dayline.setting WHERE profile_id = $1 AND key = ANY ($2)",
                .int64(profile), .texts(keys)),
            PostgresQuery(
                """
                INSERT INTO dayline.setting (profile_id, key, value)
                SELECT $1, key, value FROM unnest($2, $3) AS row (key, value)
                """, .int64(profile), .texts(saved), .texts(saved.map { settings[$0] })),
        ]
    }
}

extension TrackerRecords.Document {
    var key: TrackerRecords.RecordKey { TrackerRecords.RecordKey(kind: kind, id: id) }
}

extension [TrackerRecords.Document] {
    /// Inserts the documents, which replace those with the same keys.
    func upsert(_ profile: Int64) -> PostgresQuery {
        PostgresQuery(
            """
            INSERT INTO dayline.tracked (profile_id, kind, id, revision, body)
            SELECT $1, kind, id, revision, body
            FROM unnest($2, $3, $4, $5) AS row (kind, id, revision, body)
            ON CONFLICT (profile_id, kind, id)
            DO UPDATE SET revision = excluded.revision, body = excluded.body
            """, .int64(profile), .texts(map(\.kind)), .texts(map(\.id)), .int64s(map(\.revision)),
            .texts(map(\.body)))
    }
}
