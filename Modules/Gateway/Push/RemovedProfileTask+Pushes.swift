import CivilTime
import Contracts
import HostFiles
import Logging
import RPC

/// The profile that had the name of pushes when they were received.
struct PushOwner: Codable, Hashable, ProfileBound, Sendable {
    var profile: String
    /// The time of the profile's first change; nil: not known yet.
    var profileCreatedAt: String? = nil

    var boundProfile: String? { profile }

    /// The owners of the pushes in a folder, in a file of the folder.
    static func list(of folder: PushFolder) throws -> StoredList<PushOwner> {
        try StoredList(
            path: "\(folder.path)/owners.list", key: "owners", remedy: "Remove the file.")
    }
}

/// The pushes of profiles that were renamed or removed.
extension RemovedProfileTask {
    /// A rename of a profile from the name of a push.
    private struct Rename {
        /// Milliseconds since 1970.
        var at: Int64
        /// The present name of the profile.
        var profile: String
    }

    /// Milliseconds after a rename in which pushes with the earlier name are received, since its tokens end
    /// later.
    private static let transition: Int64 = 120_000

    /// Assigns pushes to the profiles that their profiles were renamed to, and removes those of profiles
    /// that were removed.
    func assignPushes(_ existing: ExistingProfiles) async throws {
        try updatePushOwners()
        let lost = Set(try pushOwners.bind(to: existing).map(\.profile))
        let received = Dictionary(grouping: pushes.folder.all, by: \.profile).filter { name, _ in
            lost.contains(name)
                || name != CallMetadata.defaultProfile && !existing.names.contains(name)
        }
        for (name, pushes) in received.sorted(by: { $0.key < $1.key }) {
            if !lost.contains(name),
                let same = existing.names.first(where: { ExistingProfiles.isSame($0, name) })
            {
                try self.pushes.folder.assign(pushes, to: same)
                continue
            }
            let renames = try await renames(of: name, among: existing.names)
            let heirs = Dictionary(grouping: pushes) { push in
                renames.first { push.milliseconds <= $0.at + Self.transition }?.profile
            }
            for (heir, pushes) in heirs {
                if let heir {
                    try self.pushes.folder.assign(pushes, to: heir)
                    logger.notice("\(pushes.count) pushes follow the new name of their profile.")
                } else {
                    for push in pushes { self.pushes.folder.remove(push) }
                    logger.notice(
                        "Removed \(pushes.count) pushes of profiles that do not exist any more.")
                }
            }
        }
        if !received.isEmpty {
            try updatePushOwners()
            pushes.announce()
        }
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

    /// The renames of profiles from a name, oldest first, from the change logs of the profiles.
    private func renames(of name: String, among existing: [String]) async throws -> [Rename] {
        var renames: [Rename] = []
        for profile in existing {
            var number: Int64 = 0
            while true {
                let page = try await bus.call(
                    Changes.since, Changes.SinceRequest(number: number),
                    CallOptions(profile: profile)
                ).changes
                guard let last = page.last else { break }
                number = last.number
                for change in page where change.kind == "profile" && change.after != nil {
                    guard let before = change.before, ExistingProfiles.isSame(before, name),
                        let at = InstantParser.instant(change.at)?.milliseconds
                    else { continue }
                    renames.append(Rename(at: at, profile: profile))
                }
            }
        }
        return renames.sorted { $0.at < $1.at }
    }
}
