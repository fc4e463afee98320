import CivilTime
import Contracts
import HostFiles
import Logging
import RPC

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
    /// that were removed. `existing` has the names of all profiles.
    func assignPushes(_ received: Set<PushFolder.Push>, _ existing: [String]) async throws {
        let absent = Dictionary(grouping: received) { $0.profile }.filter { name, _ in
            name != CallMetadata.defaultProfile && !existing.contains(name)
        }
        for (name, pushes) in absent.sorted(by: { $0.key < $1.key }) {
            if let same = existing.first(where: { Self.isSame($0, name) }) {
                try self.pushes.folder.assign(pushes, to: same)
                continue
            }
            let renames = try await renames(of: name, among: existing)
            let heirs = Dictionary(grouping: pushes) { push in
                renames.first { push.milliseconds <= $0.at + Self.transition }?.profile
            }
            for (heir, pushes) in heirs {
                if let heir {
                    try self.pushes.folder.assign(pushes, to: heir)
                    logger.notice("\(pushes.count) pushes of \(name) are pushes of \(heir) now.")
                } else {
                    for push in pushes { self.pushes.folder.remove(push) }
                    logger.notice(
                        "Removed \(pushes.count) pushes of \(name), which does not exist any more.")
                }
            }
        }
        if !absent.isEmpty { pushes.announce() }
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
                    guard let before = change.before, Self.isSame(before, name),
                        let at = InstantParser.instant(change.at)?.milliseconds
                    else { continue }
                    renames.append(Rename(at: at, profile: profile))
                }
            }
        }
        return renames.sorted { $0.at < $1.at }
    }

    /// True for names that differ at most in the case of ASCII letters: storage has one profile for them.
    static func isSame(_ name: String, _ other: String) -> Bool {
        name.utf8.elementsEqual(other.utf8) { lowercased($0) == lowercased($1) }
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
