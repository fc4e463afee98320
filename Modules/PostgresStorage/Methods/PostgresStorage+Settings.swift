package import Contracts
import PostgresClient
package import RPC
package import StorageCore

extension PostgresStorage: SettingOperations {
    package func settings(of profile: String) async throws -> [String: String] {
        try await read(profile) {
            [SettingRows.all(of: $0)]
        } _: { _, results in
            try SettingRows.values(results[0])
        }
    }

    package func setSetting(
        _ request: Settings.SetRequest, _ call: ChangeCall
    ) async throws -> Committed<Empty> {
        let change = TrackerRecords.Change(
            kind: TrackerRecords.settingKind, id: request.key, body: request.value)
        return try await self.change(of: call.profile, call) { profile in
            LoadedRecords.queries(for: [change.key], of: profile)
        } _: { transaction, results in
            let profile = transaction.profile
            let store = try LoadedRecords(results, of: profile.id)
            var writer = TrackerWriter(profile, store, first: transaction.latest + 1)
            try writer.write(change)
            transaction.writes = try store.writes()
            transaction.effects.logEntries = writer.logEntries
            if !writer.logEntries.isEmpty, let summary = request.stepSummary {
                transaction.writes += StepRows.insertion(
                    StepRow(first: writer.first, last: writer.first, summary: summary),
                    of: profile.id)
            }
            return Empty()
        }
    }
}

extension TrackerRecords.Change {
    var key: TrackerRecords.RecordKey { TrackerRecords.RecordKey(kind: kind, id: id) }
}

/// Rows of `setting`.
enum SettingRows {
    static func all(of profile: Int64) -> PostgresQuery {
        PostgresQuery(
            "SELECT key, value FROM dayline.setting WHERE profile_id = $1", .int64(profile))
    }

    static func values(_ result: PostgresResult) throws -> [String: String] {
        var values: [String: String] = [:]
        for row in result.rows { values[try row.text(0)] = try row.text(1) }
        return values
    }
}
