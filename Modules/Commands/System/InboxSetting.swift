import Contracts
import HostFiles
import RPC

/// The setting with the folder whose files are imported into the profile.
struct InboxSetting {
    private static let off = "off"

    private let context: CommandContext

    init(_ context: CommandContext) {
        self.context = context
    }

    /// The setting in lists of settings.
    var item: SettingListing.Item {
        get async throws {
            SettingListing.Item(
                key: Settings.inbox, value: try await value(of: nil) ?? Self.off,
                default: Self.off, allowed: [Self.off, "a folder"])
        }
    }

    /// Stores a folder, or removes the setting for `off`.
    /// - Returns: A sentence about the setting.
    /// - Throws: A status if the folder cannot be an inbox or is that of another profile.
    func set(_ text: String) async throws -> String {
        let inbox: Inbox? = text == Self.off ? nil : try Inbox(text, home: context.home.folder)
        if let inbox { try await checkOtherProfiles(inbox) }
        _ = try await context.bus().call(
            Settings.set, Settings.SetRequest(key: Settings.inbox, value: inbox?.folder),
            context.options())
        guard let inbox else { return "No folder is an inbox." }
        return """
            Files in \(inbox.folder) are imported, and moved to \
            \(Inbox.Outcome.done.rawValue)/ or \(Inbox.Outcome.failed.rawValue)/ in it.
            """
    }

    private func checkOtherProfiles(_ inbox: Inbox) async throws {
        let own = context.options().profile ?? CallMetadata.defaultProfile
        for profile in try await context.bus().call(
            Profiles.list, Empty(), context.options()
        ).profiles where profile.name != own {
            guard try await value(of: profile.name) == inbox.folder else { continue }
            throw Status(
                .alreadyExists,
                "\(inbox.folder) is the inbox of the profile \(profile.name).",
                hint: "Create a folder for each profile: mkdir -p \(inbox.folder)-\(own)")
        }
    }

    /// The folder of a profile, nil for that of the command; nil if the setting is not set.
    private func value(of profile: String?) async throws -> String? {
        var options = context.options()
        if let profile { options.profile = profile }
        return try await context.bus().call(Settings.list, Empty(), options)
            .values[Settings.inbox]
    }
}
