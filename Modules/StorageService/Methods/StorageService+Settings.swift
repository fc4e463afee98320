import Contracts
import RPC

extension StorageService {
    func registerSettings(on router: inout Router) {
        router.handle(Settings.list) { [self] _, context in
            try await file.read { db in
                Settings.ListResponse(
                    values: try SettingStore.all(of: ProfileRow.named(context.profile, db).id, db))
            }
        }
        router.handle(Settings.set) { [self] request, context in
            guard !request.key.isEmpty, request.key.utf8.count <= Self.settingKeyLimit,
                (request.value ?? "").utf8.count <= Self.settingValueLimit
            else {
                throw Status(.invalidArgument, "The setting's name or its value is too long.")
            }
            return try await change(Settings.set.name, request, context) { db, consequences in
                let profile = try ProfileRow.named(context.profile, db)
                var writer = try TrackerWriter(profile, db)
                try writer.write(
                    TrackerRecords.Change(
                        kind: TrackerRecords.settingKind, id: request.key, body: request.value))
                consequences.logEntries = writer.logEntries
                if !writer.logEntries.isEmpty, !request.key.hasPrefix(Settings.intervalPrefix) {
                    try StepRow.add(
                        ["settings", request.key, request.value].compactMap(\.self)
                            .joined(separator: " "),
                        first: writer.first, last: writer.first, of: profile.id, db)
                }
                return Empty()
            }
        }
    }

    private static let settingKeyLimit = 200
    private static let settingValueLimit = 64 << 10
}
