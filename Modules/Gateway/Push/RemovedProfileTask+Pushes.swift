import CivilTime
import Contracts
import HostFiles
import Logging
import RPC

/// The profile that had the name of pushes when they were received.
struct PushOwner: Codable, Hashable, Sendable {
    var profile: String
    /// The time of the profile's first change; nil: not known yet.
    var profileCreatedAt: String? = nil

    /// The owners of the pushes in a folder, in a file of the folder.
    static func list(of folder: PushFolder) throws -> StoredList<PushOwner> {
        try StoredList(
            path: "\(folder.path)/owners.list", key: "owners", remedy: "Remove the file.")
    }
}

/// The pushes of profiles that were renamed or removed.
extension RemovedProfileTask {
    /// Milliseconds after a rename in which pushes with the earlier name are received, since its tokens end
    /// later.
    private static let transition: Int64 = 120_000

    /// Assigns pushes to the profiles that their profiles were renamed to. Those of a profile that does not
    /// exist stay, since a push was acknowledged: they wait until a restored backup has the profile again, or
    /// a person removes them. Where another profile has the name now, they wait under a name that no profile
    /// can have.
    func assignPushes(_ existing: ExistingProfiles) async throws {
        try updatePushOwners()
        let replaced = try bindPushOwners(existing)
        let received = Dictionary(grouping: pushes.folder.all, by: \.profile).filter { name, _ in
            replaced.contains(name)
                || name != CallMetadata.defaultProfile && !existing.names.contains(name)
        }
        let renames =
            received.isEmpty ? [] : try await bus.call(Profiles.renames, Empty()).renames
        for (name, pushes) in received.sorted(by: { $0.key < $1.key }) {
            if !replaced.contains(name),
                let same = existing.names.first(where: { ExistingProfiles.isSame($0, name) })
            {
                try self.pushes.folder.assign(pushes, to: same)
                continue
            }
            let own = renames.filter { ExistingProfiles.isSame($0.earlierName, name) }
            let heirs = Dictionary(grouping: pushes) { push in
                own.first { push.milliseconds <= Self.end(of: $0) }?.name
            }
            for (heir, pushes) in heirs {
                if let heir {
                    try self.pushes.folder.assign(pushes, to: heir)
                    logger.notice("\(pushes.count) pushes follow the new name of their profile.")
                } else if replaced.contains(name) {
                    try self.pushes.folder.assign(pushes, to: Self.replacedName(of: name))
                    logger.notice(
                        "\(pushes.count) pushes wait, since another profile has their name.")
                }
            }
        }
        if !replaced.isEmpty {
            try pushOwners.change { owners in
                owners.removeAll { replaced.contains($0.profile) }
            }
        }
        if !received.isEmpty { try updatePushOwners() }
        // A profile of waiting pushes may exist again.
        if !pushes.folder.waiting.isEmpty { pushes.announce() }
    }

    /// The name of the pushes of a profile whose name another profile has, which no profile can have.
    static func replacedName(of name: String) -> String { "\(name) (removed)" }

    /// The latest time at which pushes with the earlier name are received, in milliseconds since 1970.
    private static func end(of rename: Profiles.PastRename) -> Int64 {
        (InstantParser.instant(rename.at)?.milliseconds ?? 0) + transition
    }

    /// Stores which profiles have the names of the pushes. The owner of a name without a profile stays.
    /// - Returns: The names that other profiles have now.
    private func bindPushOwners(_ existing: ExistingProfiles) throws -> Set<String> {
        func bound(_ owner: PushOwner) -> PushOwner {
            switch existing.owner(named: owner.profile, createdAt: owner.profileCreatedAt) {
            case .present(let createdAt):
                PushOwner(profile: owner.profile, profileCreatedAt: createdAt)
            case .absent: owner
            }
        }
        let owners = pushOwners.all
        if owners.map(bound) != owners { try pushOwners.change { $0 = $0.map(bound) } }
        return Set(
            owners.filter { owner in
                existing.hasProfile(named: owner.profile)
                    && existing.owner(named: owner.profile, createdAt: owner.profileCreatedAt)
                        == .absent
            }.map(\.profile))
    }

    /// Lists the names of the present pushes.
    func updatePushOwners() throws {
        let names = Set(pushes.folder.all.map(\.profile))
        guard names != Set(pushOwners.all.map(\.profile)) else { return }
        try pushOwners.change { owners in
            owners.removeAll { !names.contains($0.profile) }
            let missing = names.subtracting(owners.map(\.profile))
            owners += missing.sorted().map { PushOwner(profile: $0) }
        }
    }
}
