import Contracts
import Glibc
import HostFiles

extension ReplacedDatabases {
    /// The number of newest ones that are kept regardless of age.
    static let minimumCount = 5
    /// The age in days up to which all are kept.
    static let retentionDays: Int64 = 30

    /// Removes databases beyond ``minimumCount`` and ``retentionDays``. `now` is in milliseconds since 1970.
    func removeOld(now: Int64) {
        let oldest = Self.stamp(of: now - Self.retentionDays * 86_400_000)
        for path in paths.dropFirst(Self.minimumCount) where stamp(path) < oldest {
            for companion in [""] + Self.companions { unlink(path + companion) }
        }
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
}
