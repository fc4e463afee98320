package import Contracts
package import RPC

/// The operations of settings.
package protocol SettingOperations: StorageOperations {
    /// The values by key.
    func settings(of profile: String) async throws -> [String: String]
    /// The values of the setting ``Settings/inbox`` of all profiles, ordered by name.
    func inboxes() async throws -> [Settings.ProfileInbox]
    func setSetting(
        _ request: Settings.SetRequest, _ call: ChangeCall
    ) async throws -> Committed<Empty>
}

extension StorageServices where Engine: SettingOperations {
    func registerSettings(on router: inout Router) {
        router.handle(Settings.list) { [engine] _, context in
            Settings.ListResponse(values: try await engine.settings(of: context.profile))
        }
        router.handle(Settings.inboxes) { [engine] _, _ in
            Settings.InboxesResponse(inboxes: try await engine.inboxes())
        }
        router.handle(Settings.set) { [self] request, context in
            try request.check()
            return try await change(Settings.set.name, request, context) {
                try await engine.setSetting(request, $0)
            }
        }
    }
}

extension Settings.SetRequest {
    private static let keyLimit = 200
    private static let valueLimit = 64 << 10

    /// - Throws: INVALID_ARGUMENT for a key or a value of a wrong length.
    fileprivate func check() throws(Status) {
        guard !key.isEmpty, key.utf8.count <= Self.keyLimit,
            (value ?? "").utf8.count <= Self.valueLimit
        else {
            throw Status(
                .invalidArgument,
                "The setting's name is empty or longer than \(Self.keyLimit) bytes, or its value "
                    + "is longer than \(Self.valueLimit >> 10) KiB.")
        }
    }

    /// The summary of the step that undo reverts; nil if the setting is not a step.
    package var stepSummary: String? {
        guard !key.hasPrefix(Settings.intervalPrefix) else { return nil }
        guard !key.hasPrefix(Settings.activityTimesPrefix) else {
            return "edit reminder times of an activity"
        }
        return ["settings", key, value].compactMap(\.self).joined(separator: " ")
    }
}
