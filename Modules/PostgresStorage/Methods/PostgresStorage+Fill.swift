package import Contracts
import PostgresClient
import RPC
package import StorageCore
import Tracker

extension PostgresStorage {
    package func fill(
        _ fill: Fill, _ call: ChangeCall
    ) async throws -> Committed<TrackerRecords.ApplyResponse> {
        let documents = try fill.documents()
        return try await change(of: call.profile, call) { profile in
            [
                PostgresQuery(
                    "SELECT coalesce(max(number), 0) FROM dayline.entry WHERE profile_id = $1",
                    .int64(profile)),
                PostgresQuery(
                    "SELECT id, number FROM dayline.entry WHERE profile_id = $1 AND id = ANY ($2)",
                    .int64(profile), .texts(fill.entryIDs(documents))),
            ]
        } _: { transaction, results in
            try transaction.check(base: fill.request.base)
            var filling = FillTransaction(
                transaction, greatest: try results[0].first?.int64(0) ?? 0)
            let isReplaced = fill.request.replacedKinds.contains(TrackerRecords.entryKind)
            if !isReplaced { try filling.addKnown(results[1]) }
            for kind in fill.request.replacedKinds { filling.displaceAll(kind) }
            filling.write(documents)
            for page in fill.pages { try await filling.write(page) }
            try await filling.finish(fill.request.summary, hasReplacedEntries: isReplaced)
            transaction.effects.logEntries = [
                .bulk(fill.request.summary, of: transaction.profile)
            ]
            return fill.response(step: transaction.latest + 1)
        }
    }
}

extension Fill {
    /// The identifiers of the entries that the fill writes or removes.
    fileprivate func entryIDs(_ documents: [TrackerRecords.Change]) -> [String] {
        var ids = documents.filter { $0.kind == TrackerRecords.entryKind }.map(\.id)
        for rows in pages {
            for row in rows.indices {
                rows.withID(row) { ids.append(String(decoding: $0, as: UTF8.self)) }
            }
        }
        return ids
    }
}

/// Writes the records of a fill and saves the rows that they replace.
private struct FillTransaction {
    /// Entries of a statement.
    private static let batch = 5_000

    private let transaction: ProfileTransaction
    private let displaced: DisplacedRows
    /// The numbers of the entries that were added.
    private var added: Range<Int64>
    private var numbers: [String: Int64] = [:]

    init(_ transaction: ProfileTransaction, greatest: Int64) {
        self.transaction = transaction
        displaced = DisplacedRows(step: transaction.latest + 1, profile: transaction.profile.id)
        // New numbers, so that undo can identify the added entries by number.
        added = greatest + 1..<greatest + 1
    }

    mutating func addKnown(_ result: PostgresResult) throws {
        for row in result.rows { numbers[try row.text(0)] = try row.int64(1) }
    }

    func displaceAll(_ kind: String) {
        transaction.writes += displaced.displaceAll(kind)
    }

    /// Writes and removes documents, and removes entries.
    mutating func write(_ changes: [TrackerRecords.Change]) {
        removeEntries(changes.filter { $0.kind == TrackerRecords.entryKind }.map(\.id))
        var latest: [TrackerRecords.RecordKey: TrackerRecords.Change] = [:]
        for change in changes where change.kind != TrackerRecords.entryKind {
            latest[change.key] = change
        }
        guard !latest.isEmpty else { return }
        let sorted = latest.values.sorted { ($0.kind, $0.id) < ($1.kind, $1.id) }
        let removed = sorted.filter { $0.body == nil }
        transaction.writes.append(displaced.save(sorted.map(\.key)))
        transaction.writes.append(
            PostgresQuery(
                """
                DELETE FROM dayline.tracked
                WHERE profile_id = $1 AND (kind, id) IN (SELECT * FROM unnest($2, $3))
                """, .int64(displaced.profile), .texts(removed.map(\.kind)),
                .texts(removed.map(\.id))))
        transaction.writes.append(
            sorted.compactMap { change in
                change.body.map {
                    TrackerRecords.Document(
                        kind: change.kind, id: change.id, revision: displaced.step, body: $0)
                }
            }.upsert(displaced.profile))
    }

    private mutating func removeEntries(_ ids: [String]) {
        let removed = ids.compactMap { numbers.removeValue(forKey: $0) }
        guard !removed.isEmpty else { return }
        transaction.writes += [
            displaced.save(entries: removed),
            displaced.save(
                removed.map {
                    TrackerRecords.RecordKey(kind: TrackerRecords.entryKind, id: String($0))
                }),
            PostgresQuery(
                "DELETE FROM dayline.entry WHERE profile_id = $1 AND number = ANY ($2)",
                .int64(displaced.profile), .int64s(removed)),
        ]
    }

    /// Writes the entries of a page; an entry with a known identifier keeps its number.
    mutating func write(_ rows: EntryPageRows) async throws {
        var batch: [Int64: EntryRow] = [:]
        for row in rows.indices {
            let entry = try rows.entry(row).entry
            let known = numbers[entry.id.rawValue]
            let number = known ?? added.upperBound
            if known == nil {
                numbers[entry.id.rawValue] = number
                added = added.lowerBound..<number + 1
            }
            batch[number] = EntryRow(
                numbered: TrackerRecords.NumberedEntry(number: number, entry: entry),
                revision: displaced.step)
            if batch.count == Self.batch { try await write(&batch) }
        }
        try await write(&batch)
    }

    private func write(_ batch: inout [Int64: EntryRow]) async throws {
        guard !batch.isEmpty else { return }
        let replaced = batch.keys.filter { !added.contains($0) }.sorted()
        if !replaced.isEmpty { transaction.writes.append(displaced.save(entries: replaced)) }
        transaction.writes.append(
            try batch.values.sorted { $0.numbered.number < $1.numbered.number }
                .upsert(displaced.profile))
        batch = [:]
        try await transaction.flush()
    }

    /// Adds the step, and deletes the fills beyond the limits with all steps before them.
    func finish(_ summary: String, hasReplacedEntries: Bool) async throws {
        let profile = displaced.profile
        transaction.writes += StepRows.insertion(
            StepRow(
                first: displaced.step, last: displaced.step, summary: summary, isFill: true,
                firstEntry: added.lowerBound, lastEntry: added.upperBound - 1,
                hasReplacedEntries: hasReplacedEntries), of: profile)
        try await transaction.flush()
        let fills = try await transaction.read([StepRows.fills(of: profile)])
        var retention = FillRetention()
        for row in fills[0].rows where !retention.keeps(rows: try row.int64(1)) {
            transaction.writes.append(
                StepRows.deletion(through: try row.int64(0), of: profile))
            return
        }
    }
}
