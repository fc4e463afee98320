import Contracts
import HostFiles
import Logging
import RPC

/// Removes the sessions, links, tokens, feeds, passwords and passkeys of profiles that were removed or
/// renamed, so that another profile of the same name cannot be opened with them. The pushes of a renamed
/// profile are assigned to its new name, and those of a removed one wait.
struct RemovedProfileTask: Sendable {
    let links: LoginLinks
    let sessions: Sessions
    let tokens: APITokens
    let feeds: CalendarFeeds
    let passwords: Passwords
    let passkeys: Passkeys
    let pushes: PushImports
    /// The profiles of the pushes.
    let pushOwners: StoredList<PushOwner>
    /// A client of the bus.
    let bus: Client
    /// The commit counter of storage; nil on another machine than storage.
    let changes: CommitCounterReader?
    let logger: Logger

    private var follower: ProfileFollower { ProfileFollower(bus, changes: changes) }

    /// Runs until the task is cancelled.
    func run() async {
        await follower.run {
            do {
                try await compareProfiles()
            } catch {
                log(error)
                throw error
            }
        }
    }

    /// Compares all credentials with the profiles, and binds new ones to theirs. A failure is logged: the
    /// next comparison follows.
    func compare() async {
        do {
            try await compareProfiles()
        } catch {
            log(error)
        }
    }

    private func log(_ error: any Error) {
        logger.debug("Profiles are not compared: \(Status(describing: error).message)")
    }

    func compareProfiles() async throws {
        guard hasNames else { return }
        let existing = try await follower.profiles()
        try removeAccess(existing)
        try await assignPushes(existing)
    }

    /// Removes the credentials, keys of the bus and pushes of a profile, before the profile is erased.
    func erase(_ profile: String) async throws {
        let existing = try await follower.profiles()
        // Pushes with an earlier name of the profile are assigned to it.
        try await assignPushes(existing)
        try removeAccess(existing.without(profile))
        for key in try await bus.call(BusKeys.list, Empty()).keys {
            guard let owner = key.profile, ExistingProfiles.isSame(owner, profile) else { continue }
            _ = try await bus.call(BusKeys.revoke, BusKeys.RevokeRequest(name: key.name))
        }
        pushes.folder.removeAll(of: profile)
        pushes.folder.removeAll(of: Self.replacedName(of: profile))
        try updatePushOwners()
    }

    /// Removes the credentials of absent profiles.
    private func removeAccess(_ existing: ExistingProfiles) throws {
        links.bind(to: existing)
        let counts = [
            try sessions.bind(to: existing), try tokens.bind(to: existing).count,
            try feeds.bind(to: existing).count, try passwords.bind(to: existing),
            try passkeys.bind(to: existing),
        ]
        let count = counts.reduce(0, +)
        guard count > 0 else { return }
        // Without names, since a profile may have been erased.
        logger.notice("Removed \(count) credentials of profiles that were removed or renamed.")
    }

    /// True if a credential or push is of another profile than the default one, which always exists.
    private var hasNames: Bool {
        sessions.profiles.union(links.profiles).union(tokens.profiles).union(feeds.profiles)
            .union(passwords.profiles).union(passkeys.profiles)
            .union(pushes.folder.all.map(\.profile)).union(pushOwners.all.map(\.profile))
            .contains { !ExistingProfiles.isSame($0, CallMetadata.defaultProfile) }
    }
}
