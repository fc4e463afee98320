import Glibc
import HostFiles
package import RPC

/// The free space of a folder's disk, of which a part is reserved for the database.
package struct DiskSpace: Hashable, Sendable {
    package let folder: String
    /// Bytes that remain free.
    package let reserve: UInt64

    package init(folder: String, reserve: UInt64) {
        self.folder = folder
        self.reserve = reserve
    }

    /// - Throws: RESOURCE_EXHAUSTED if writing `bytes` would leave less than the reserve.
    package func check(for bytes: UInt64) throws(Status) {
        guard bytes <= (try available()) else {
            throw Status(
                .resourceExhausted,
                "The disk of \(folder) is too full for the file: "
                    + "\(reserve >> 20) MiB stay free for the database.",
                hint: "Free some space. Show it with: df -h \(folder)")
        }
    }

    /// Free bytes beyond the reserve.
    package func available() throws(Status) -> UInt64 {
        var status = statvfs()
        guard statvfs(folder, &status) == 0 else {
            throw HostFileError.system(operation: "examine", path: folder, code: errno).status
        }
        let (free, isHuge) = UInt64(status.f_bavail)
            .multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return isHuge ? .max : free > reserve ? free - reserve : 0
    }
}
