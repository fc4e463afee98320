import CivilTime
import Contracts
import Glibc
import HostFiles

/// The databases that were replaced by restores, in the folder of the present one.
struct ReplacedDatabases {
    /// The number of newest ones that are kept regardless of age.
    static let minimumCount = 5
    /// The age in days up to which all are kept.
    static let retentionDays: Int64 = 30

    let database: String

    /// The prefix of the file names; the time of the restore follows, as 20261122T101500.
    static func prefix(of database: String) -> String { "\(database).kept-" }

    /// The paths of the databases without their logs, newest first.
    var paths: [String] {
        let prefix = Self.prefix(of: database)
        let folder = String(database[..<(database.lastIndex(of: "/") ?? database.startIndex)])
        return Files.names(in: folder).map { "\(folder)/\($0)" }
            .filter { $0.hasPrefix(prefix) && !Self.companions.contains(where: $0.hasSuffix) }
            .sorted { (stamp($0), $0) > (stamp($1), $1) }
    }

    /// Removes databases beyond ``minimumCount`` and ``retentionDays``. `now` is in milliseconds since 1970.
    func removeOld(now: Int64) {
        let oldest = Self.stamp(of: now - Self.retentionDays * 86_400_000)
        for path in paths.dropFirst(Self.minimumCount) where stamp(path) < oldest {
            for companion in [""] + Self.companions { unlink(path + companion) }
        }
    }

    /// The part of a file name that encodes a time in milliseconds since 1970.
    static func stamp(of ms: Int64) -> String {
        String(instantText(ms).prefix(19).filter { $0.isNumber || $0 == "T" })
    }

    func check() -> Checkups.Check {
        let paths = paths
        guard !paths.isEmpty else {
            return Checkups.Check("kept", ok: true, "No database replaced by a restore is kept.")
        }
        let bytes = paths.reduce(Int64(0)) { sum, path in
            var status = stat()
            return sum + (stat(path, &status) == 0 ? Int64(status.st_size) : 0)
        }
        return Checkups.Check(
            "kept", ok: true,
            "\(paths.count) databases replaced by a restore are kept (\(bytes >> 20) MiB): "
                + "\(paths.joined(separator: ", ")). The newest \(Self.minimumCount) are not removed, "
                + "others after \(Self.retentionDays) days.")
    }

    private func stamp(_ path: String) -> String {
        String(path.dropFirst(Self.prefix(of: database).count).prefix(15))
    }

    private static let companions = ["-wal", "-shm"]
}
