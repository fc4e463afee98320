import Glibc
import RPC

/// What a person asked to import: a file or a folder, opened for reading.
final class ImportSource: Sendable {
    let name: String
    let isFolder: Bool
    /// Of the file on disk; 0 for a folder.
    let bytes: Int64
    let descriptor: Int32
    private let stamp: FileStamp

    /// - Throws: In a sentence, why it cannot be read.
    init(path: String, name: String?) throws(Status) {
        guard path.hasPrefix("/") else {
            throw Status(.invalidArgument, "\"\(path)\" is no absolute path.")
        }
        // Not blocking, so that a pipe that nobody writes to does not hold the worker.
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw Self.failure(path, errno) }
        var status = stat()
        fstat(descriptor, &status)
        let kind = status.st_mode & S_IFMT
        guard kind == S_IFREG || kind == S_IFDIR else {
            close(descriptor)
            throw Status(
                .invalidArgument, "\(path) is neither a file nor a folder.",
                hint: "Send its content through standard input: dayline import - < \(path)")
        }
        stamp = FileStamp(status)
        isFolder = kind == S_IFDIR
        bytes = isFolder ? 0 : Int64(status.st_size)
        let last = path.split(separator: "/").last.map { String($0) }
        self.name = name ?? last ?? path
        guard isFolder || bytes > 0 else {
            // All is set by now, so the descriptor is closed at the end of what was made.
            throw Status(.invalidArgument, "\(self.name) is empty.", hint: Self.emptyHint)
        }
    }

    deinit {
        close(descriptor)
    }

    /// Nobody knows of what an empty file is.
    private static let emptyHint =
        "Make it again where it comes from; Apple's Health app: your picture, Export All Health Data."

    /// The first bytes of a file, fewer if it is shorter.
    func head(_ count: Int) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: count)
        let read = isFolder ? 0 : pread(descriptor, &buffer, count, 0)
        return Array(buffer.prefix(max(0, read)))
    }

    /// Whether nobody has written to the file since it was opened.
    var isUnchanged: Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && FileStamp(status) == stamp
    }

    private static func failure(_ path: String, _ code: Int32) -> Status {
        switch code {
        case ENOENT, ENOTDIR:
            Status(
                .notFound, "There is no file \(path).", hint: "Check the path with: ls -l \(path)")
        case EACCES, EPERM:
            Status(
                .permissionDenied, "\(path) may not be read.",
                hint: "Allow it with: chmod u+r \(path)")
        default:
            Status(.failedPrecondition, "\(path) cannot be opened: error \(code).")
        }
    }
}
