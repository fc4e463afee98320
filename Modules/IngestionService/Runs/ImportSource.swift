import Glibc
import HostFiles
import RPC

/// The file or folder to import, opened for reading.
final class ImportSource: Sendable {
    let name: String
    let isFolder: Bool
    /// Size on disk in bytes; 0 for a folder.
    let bytes: Int64
    let descriptor: Int32
    private let stamp: FileStamp

    /// - Throws: NOT_FOUND, PERMISSION_DENIED, FAILED_PRECONDITION if it cannot be opened, or
    ///   INVALID_ARGUMENT if it is empty or neither a file nor a folder.
    convenience init(path: String, name: String?) throws(Status) {
        guard path.hasPrefix("/") else {
            throw Status(.invalidArgument, "The path \"\(path)\" is not absolute.")
        }
        // O_NONBLOCK, so that a pipe without a writer does not block the worker.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw Self.failure(path, errno) }
        let last = path.split(separator: "/").last.map { String($0) }
        try self.init(descriptor: descriptor, name: name ?? last ?? path, path: path)
    }

    /// Takes over the descriptor of a file or folder.
    /// - Throws: INVALID_ARGUMENT if it is empty or neither a file nor a folder.
    init(descriptor: Int32, name: String, path: String) throws(Status) {
        self.descriptor = descriptor
        self.name = name
        var status = stat()
        fstat(descriptor, &status)
        let kind = status.st_mode & S_IFMT
        stamp = FileStamp(status)
        isFolder = kind == S_IFDIR
        bytes = isFolder ? 0 : Int64(status.st_size)
        // All properties are set, so that deinit closes the descriptor.
        guard kind == S_IFREG || kind == S_IFDIR else {
            throw Status(
                .invalidArgument, "\(path) is neither a file nor a folder.",
                hint: "Send its content through standard input: dayline import - < \(path)")
        }
        guard isFolder || bytes > 0 else {
            throw Status(
                .invalidArgument, "\(name) is empty.",
                hint: "Export the data again in the app that wrote it, and import the new file.")
        }
    }

    deinit {
        close(descriptor)
    }

    /// The first bytes of a file, fewer if it is shorter.
    func head(_ count: Int) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: count)
        let read = isFolder ? 0 : pread(descriptor, &buffer, count, 0)
        return Array(buffer.prefix(max(0, read)))
    }

    /// The bytes from `offset` on, at most `count`; nil at the end of the file.
    func block(at offset: Int, count: Int) throws(Status) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: count)
        var read = -1
        repeat {
            read = pread(descriptor, &buffer, count, off_t(offset))
        } while read < 0 && errno == EINTR
        guard read >= 0 else {
            throw Status(
                .unavailable, "\(name) cannot be read: \(String(cString: strerror(errno))).")
        }
        return read == 0 ? nil : Array(buffer[..<read])
    }

    /// True if the file was not changed since it was opened.
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
