import Glibc
import HostFiles
import RPC

extension Status {
    /// The status of a failed system call on a file of a backup folder.
    static func backupFile(_ operation: String, _ path: String, _ code: Int32 = errno) -> Status {
        switch code {
        case ENOSPC, EDQUOT:
            Status(
                .resourceExhausted, "\(path) cannot be \(operation): the disk is full.",
                hint: "Free some space on it, or choose another folder with: dayline backups to DIR"
            )
        case EROFS:
            Status(
                .permissionDenied, "\(path) cannot be \(operation): its file system is read-only.",
                hint: SystemUnit.remedy(forWritingTo: path))
        case EACCES, EPERM:
            Status(
                .permissionDenied, "\(path) cannot be \(operation): permission denied.",
                hint: "Check its owner, and how the drive is mounted.")
        default:
            Status(
                .failedPrecondition,
                "\(path) cannot be \(operation): \(String(cString: strerror(code))).",
                hint: "Check the drive with: dmesg | tail")
        }
    }
}
