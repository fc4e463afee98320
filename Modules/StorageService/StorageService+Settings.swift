import Contracts
import RPC

extension StorageService {
    func registerSettings(on router: inout Router) {
        router.handle(Settings.list) { [self] _, context in
            try await file.read { db in
                Settings.Values(
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
                let before = try SettingStore.all(of: profile.id, db)[request.key]
                guard before != request.value else { return Empty() }
                try SettingStore.set(request.key, to: request.value, of: profile.id, db)
                consequences.notes.append(
                    ChangeLog.Note(
                        profile: profile, who: "person", kind: "setting", key: request.key,
                        before: before, after: request.value))
                return Empty()
            }
        }
    }

    private static let settingKeyLimit = 200
    private static let settingValueLimit = 64 << 10
}
