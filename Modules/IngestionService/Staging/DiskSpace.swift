import Glibc
import HostFiles
import RPC

/// The free space of the disk that a folder is on, of which a part is left for the database.
struct DiskSpace: Hashable, Sendable {
    let folder: String
    /// Bytes that stay free.
    let reserve: UInt64

    /// - Throws: RESOURCE_EXHAUSTED when fewer than `reserve` bytes would stay free.
    func check(for bytes: UInt64) throws(Status) {
        var status = statvfs()
        guard statvfs(folder, &status) == 0 else {
            throw HostFileError.system(operation: "examine", path: folder, code: errno).status
        }
        let (free, isHuge) = UInt64(status.f_bavail)
            .multipliedReportingOverflow(by: UInt64(status.f_frsize))
        guard isHuge || (free > reserve && bytes <= free - reserve) else {
            throw Status(
                .resourceExhausted,
                "The disk that \(folder) is on has no room for the file: "
                    + "\(reserve >> 20) MiB stay free for the database.",
                hint: "Free some space: df -h \(folder)")
        }
    }
}
