import Contracts
import GRDB
import RPC

extension StorageService {
    func registerSettings(on router: inout Router) {
        router.handle(Settings.list) { [self] _, context in
            try await read { db in
                Settings.Values(
                    values: try SettingStore.all(
                        of: ProfileRow.named(context.profile, db).id, db))
            }
        }
        router.handle(Settings.set) { [self] request, context in
            try await write { db in
                let profile = try ProfileRow.named(context.profile, db)
                try SettingStore.set(request.key, to: request.value, of: profile.id, db)
                return Empty()
            }
        }
    }
}

/// Rows of `setting`.
enum SettingStore {
    static func all(of profile: Int64, _ db: GRDB.Database) throws -> [String: String] {
        let statement = try db.cachedStatement(
            sql: "SELECT key, value FROM setting WHERE profile_id = ?")
        let rows = try Row.fetchAll(statement, arguments: [profile])
        return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
    }

    static func set(
        _ key: String, to value: String?, of profile: Int64, _ db: GRDB.Database
    ) throws {
        guard let value else {
            try db.execute(
                sql: "DELETE FROM setting WHERE profile_id = ? AND key = ?",
                arguments: [profile, key])
            return
        }
        try db.execute(
            sql: """
                INSERT INTO setting (profile_id, key, value) VALUES (?, ?, ?)
                ON CONFLICT DO UPDATE SET value = excluded.value
                """, arguments: [profile, key, value])
    }
}
