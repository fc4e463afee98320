package import Contracts
package import RPC
package import StorageCore

extension StorageService: SettingOperations {
    package func settings(of profile: String) async throws -> [String: String] {
        try await file.read { db in
            try SettingStore.all(of: ProfileRow.named(profile, db).id, db)
        }
    }

    package func inboxes() async throws -> [Settings.ProfileInbox] {
        try await file.read { db in
            let list = try BulkStatement(
                db,
                """
                SELECT name, value FROM profile JOIN setting ON profile_id = profile.id
                WHERE key = ? ORDER BY name
                """)
            try list.start(Settings.inbox)
            var inboxes: [Settings.ProfileInbox] = []
            while try list.next() {
                inboxes.append(Settings.ProfileInbox(profile: list.text(0), path: list.text(1)))
            }
            return inboxes
        }
    }

    package func setSetting(
        _ request: Settings.SetRequest, _ call: ChangeCall
    ) async throws -> Committed<Empty> {
        try await change(call) { db, effects in
            let profile = try ProfileRow.named(call.profile, db)
            var writer = try TrackerWriter(profile, db)
            try writer.write(
                TrackerRecords.Change(
                    kind: TrackerRecords.settingKind, id: request.key, body: request.value))
            effects.logEntries = writer.logEntries
            if !writer.logEntries.isEmpty, let summary = request.stepSummary {
                try StepRow.add(
                    summary, first: writer.first, last: writer.first, of: profile.id, db)
            }
            return Empty()
        }
    }
}
