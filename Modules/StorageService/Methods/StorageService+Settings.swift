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
                throw Status(
                    .invalidArgument,
                    "The setting's name is empty or longer than \(Self.settingKeyLimit) bytes, or its value "
                        + "is longer than \(Self.settingValueLimit >> 10) KiB.")
            }
            return try await change(Settings.set.name, request, context) { db, effects in
                let profile = try ProfileRow.named(context.profile, db)
                var writer = try TrackerWriter(profile, db)
                try writer.write(
                    TrackerRecords.Change(
                        kind: TrackerRecords.settingKind, id: request.key, body: request.value))
                effects.logEntries = writer.logEntries
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
