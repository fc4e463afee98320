import Glibc
import HostFiles
import RPC

/// The free space of a folder's disk, of which a part is reserved for the database.
struct DiskSpace: Hashable, Sendable {
    let folder: String
    /// Bytes that remain free.
    let reserve: UInt64

    /// - Throws: RESOURCE_EXHAUSTED if writing `bytes` would leave less than the reserve.
    func check(for bytes: UInt64) throws(Status) {
        guard bytes <= (try available()) else {
            throw Status(
                .resourceExhausted,
                "The disk of \(folder) is too full for the file: "
                    + "\(reserve >> 20) MiB stay free for the database.",
                hint: "Free some space. Show it with: df -h \(folder)")
        }
    }

    /// Free bytes beyond the reserve.
    func available() throws(Status) -> UInt64 {
        var status = statvfs()
        guard statvfs(folder, &status) == 0 else {
            throw HostFileError.system(operation: "examine", path: folder, code: errno).status
        }
        let (free, isHuge) = UInt64(status.f_bavail)
            .multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return isHuge ? .max : free > reserve ? free - reserve : 0
    }
}
