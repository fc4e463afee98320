import Contracts
import HostFiles
import Logging
import RPC

/// The channels, brokers and deliveries of profiles that were removed, renamed or erased.
extension NotifierService {
    /// Removes them after each change of profiles, until the task is cancelled.
    package func followProfiles() async {
        await ProfileFollower(context.reader.bus).run { [self] in try await bindChannels() }
    }

    /// Compares the channels and brokers with the profiles, and binds new ones to theirs. A failure is also
    /// logged.
    func bindChannels() async throws {
        let names = Set(context.channels.all.map(\.profile)).union(homeAssistant.profiles)
            .union(context.log.profiles)
        // The default profile always exists.
        guard names.contains(where: { !ExistingProfiles.isSame($0, CallMetadata.defaultProfile) })
        else { return }
        do {
            try await bind(to: ProfileFollower(context.reader.bus).profiles())
        } catch {
            context.logger.debug(
                "Channels are not compared with the profiles: \(Status(describing: error).message)")
            throw error
        }
    }

    /// Removes the channels, broker and deliveries of a profile, before the profile is erased.
    func erase(_ profile: String) async throws {
        let existing = try await ProfileFollower(context.reader.bus).profiles()
        try await bind(to: existing.without(profile))
        try failures.remove(profile: profile)
    }

    private func bind(to existing: ExistingProfiles) async throws {
        let removed = try context.channels.bind(to: existing)
        updateTasks()
        let absent = context.log.profiles.filter {
            existing.owner(named: $0, createdAt: nil) == .absent
        }
        for profile in absent.union(removed.map(\.profile)).sorted() {
            try context.log.remove(profile: profile)
            try failures.remove(profile: profile)
        }
        if !removed.isEmpty {
            // Without names, since a profile may have been erased.
            context.logger.notice(
                "Removed \(removed.count) channels of profiles that were removed or renamed.")
        }
        try await homeAssistant.bind(to: existing)
    }
}
