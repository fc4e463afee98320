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

    /// The policy `inboxes` lets the query read this setting of all profiles, so that its work does not grow
    /// with the profiles. Their names are read for each profile that has an inbox.
    package func inboxes() async throws -> [Settings.ProfileInbox] {
        try await pool.withConnection(within: Self.connectLimit) { connection in
            let start = [
                PostgresQuery("BEGIN READ ONLY"),
                PostgresQuery("SELECT set_config('dayline.inboxes', 'on', true)"),
                PostgresQuery(
                    "SELECT profile_id, value FROM dayline.setting WHERE key = '\(Settings.inbox)'"),
            ]
            let paths = try await connection.run(
                start, within: Self.statementLimit)[2].rows.map {
                    (profile: try $0.int64(0), path: try $0.text(1))
                }
            let names = try await connection.run(
                paths.flatMap { [.setProfile($0.profile), Self.name(of: $0.profile)] }
                    + [PostgresQuery("COMMIT")], within: Self.statementLimit)
            return try paths.enumerated().compactMap { index, inbox in
                guard let name = try names[2 * index + 1].first?.text(0) else { return nil }
                return Settings.ProfileInbox(profile: name, path: inbox.path)
            }.sorted { $0.profile < $1.profile }
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
