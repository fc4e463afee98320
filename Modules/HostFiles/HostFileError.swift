import Glibc
package import RPC

/// An error of the files and folders that Dayline works with.
package enum HostFileError: Error, Hashable {
    /// A failed system call; `code` is its errno.
    case system(operation: String, path: String, code: Int32)
    /// A folder or file of another user.
    case foreignOwner(path: String)
    case notAFolder(path: String)
    /// A socket's path that is longer than the system allows.
    case socketPathTooLong(path: String, limit: Int)
    case fileTooLarge(path: String, limit: Int)
    case noHome
    /// A home whose file system is not mounted. `command` mounts it; nil if the marker has none.
    case notMounted(path: String, marker: String, command: String?)
    case unknownZone(name: String)
}

extension HostFileError: StatusConvertible {
    package var status: Status {
        switch self {
        case .system(let operation, let path, let code):
            Status(
                code == EACCES || code == EPERM ? .permissionDenied : .failedPrecondition,
                "Cannot \(operation) \(path): \(Self.text(of: code)).",
                hint: Self.remedy(code, path, operation))
        case .foreignOwner(let path):
            Status(
                .permissionDenied, "\(path) belongs to another user.",
                hint: "Choose a folder of your own with --home DIR or DAYLINE_HOME.")
        case .notAFolder(let path):
            Status(
                .failedPrecondition, "\(path) is not a folder.",
                hint: "Choose another with --home DIR or DAYLINE_HOME.")
        case .socketPathTooLong(let path, let limit):
            Status(
                .failedPrecondition,
                "The path of a socket would have \(path.utf8.count) bytes, and the system allows "
                    + "\(limit): \(path).",
                hint: "Choose a shorter folder with --home DIR, or set XDG_RUNTIME_DIR.")
        case .fileTooLarge(let path, let limit):
            Status(.failedPrecondition, "\(path) is larger than \(limit) bytes.")
        case .noHome:
            Status(
                .failedPrecondition, "There is no home folder to keep the data in.",
                hint: "Set DAYLINE_HOME, or pass --home DIR.")
        case .notMounted(let path, let marker, let command):
            Status(
                .failedPrecondition,
                "The home \(path) is not mounted: according to \(marker) it is a file system of its own.",
                hint: command.map { "Mount it with: \($0)" }
                    ?? "Mount it, or remove the file: rm \(marker)")
        case .unknownZone(let name):
            Status(
                .invalidArgument, "There is no time zone called \"\(name)\".",
                hint: TimeZoneFiles().hasZones
                    ? "Names look like Europe/Berlin or America/New_York."
                    : "Only UTC is known here. Install the package tzdata for others.")
        }
    }

    /// The hint for an errno; nil if there is no general remedy.
    private static func remedy(_ code: Int32, _ path: String, _ operation: String) -> String? {
        switch code {
        case ENOENT where operation == "write":
            "Create the folder first, or write to another one: mkdir -p \(Files.folder(of: path))"
        case ENOENT: "Check the path with: ls -ld \(path)"
        case ENOTDIR:
            "\(Files.folder(of: path)), or a folder above it, is a file. Choose another path or --home DIR."
        case EACCES, EPERM:
            "Show who may use the path with: ls -ld \(Files.folder(of: path)) \(path)"
        case EIO: "The disk has failed. See the messages of the system with: sudo dmesg"
        case ENOSPC, EDQUOT:
            "Free some space on the disk, or choose another folder with --home DIR."
        case EROFS: SystemUnit.remedy(forWritingTo: Files.folder(of: path))
        case ELOOP:
            "The path is a symbolic link, which is not followed. Remove the link with: rm \(path)"
        default: nil
        }
    }

    /// The system's description of an errno.
    private static func text(of code: Int32) -> String {
        var buffer = [CChar](repeating: 0, count: 128)
        guard strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
        return String(
            decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
