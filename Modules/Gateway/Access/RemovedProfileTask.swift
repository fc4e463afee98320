import Contracts
import HostFiles
import Logging
import RPC

/// Removes the sessions, tokens, feeds, passwords and passkeys of profiles that were removed or renamed, and
/// their keys of the bus, so that a new profile of the same name cannot be opened with them. The pushes of a
/// renamed profile are assigned to its new name, and those of a removed one are removed.
struct RemovedProfileTask: Sendable {
    private static let interval = Duration.seconds(60)

    let sessions: Sessions
    let tokens: APITokens
    let feeds: CalendarFeeds
    let passwords: Passwords
    let passkeys: Passkeys
    let pushes: PushImports
    /// A client of the bus.
    let bus: Client
    let logger: Logger

    /// Runs until the task is cancelled.
    func run() async {
        repeat {
            do {
                try await compareProfiles()
            } catch {
                logger.debug("Profiles are not compared: \(Status(describing: error).message)")
            }
        } while (try? await Task.sleep(for: Self.interval)) != nil
    }

    /// Removes all credentials of a profile.
    func removeAccess(to profile: String) async throws {
        try sessions.endAll(of: profile)
        try tokens.removeAll(of: profile)
        try feeds.removeAll(of: profile)
        try await passwords.set(nil, of: profile)
        try passkeys.removeAll(of: profile)
        for key in try await keys() where key.profile == profile {
            _ = try await bus.call(BusKeys.revoke, BusKeys.RevokeRequest(name: key.name))
        }
    }

    private func keys() async throws -> [BusKeys.Key] {
        try await bus.call(BusKeys.list, Empty()).keys
    }

    /// Removes the credentials of profiles that do not exist, and assigns or removes their pushes. The
    /// default profile always exists.
    func compareProfiles() async throws {
        let named = sessions.profiles.union(tokens.profiles).union(feeds.profiles)
            .union(passwords.profiles).union(passkeys.profiles)
            .union(try await keys().compactMap(\.profile)).subtracting([
                CallMetadata.defaultProfile
            ])
        let received = pushes.folder.all
        guard !named.isEmpty || !received.isEmpty else { return }
        let existing = try await bus.call(Profiles.list, Empty()).profiles.map(\.name)
        for profile in named.sorted() where !existing.contains(where: { Self.isSame($0, profile) })
        {
            try await removeAccess(to: profile)
            logger.notice("Removed the access to \(profile), which does not exist any more.")
        }
        try await assignPushes(received, existing)
    }
}
