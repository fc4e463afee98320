import GRDB
import Glibc
import HostFiles
import RPC

/// Opens a database that cannot be written.
///
/// A database without a log is opened as immutable, which creates no files. A log needs a shared-memory
/// file; where that cannot be created, file and log are read from a private copy that is unlinked once
/// it is open.
enum ReadOnlyDatabase {
    /// Folders for the copy, in the order in which they are tried.
    private static let copyFolders = [
        getenv("TMPDIR").map { String(cString: $0) }, "/tmp", "/dev/shm",
    ]

    static func open(_ path: String, _ configuration: Configuration) throws -> DatabaseQueue {
        var configuration = configuration
        configuration.readonly = true
        guard size(path + "-wal") > 0 else {
            return try checked(
                DatabaseQueue(path: immutableURI(path), configuration: configuration))
        }
        if let queue = try? checked(DatabaseQueue(path: path, configuration: configuration)) {
            return queue
        }
        return try copied(path, configuration)
    }

    private static func copied(
        _ path: String, _ configuration: Configuration
    ) throws -> DatabaseQueue {
        var problem: any Error = DatabaseFault.readOnly(path: path)
        for folder in copyFolders.compactMap(\.self) {
            var template = Array("\(folder)/dayline-read-XXXXXX".utf8CString)
            // mkdtemp creates the folder with mode 0700.
            guard mkdtemp(&template) != nil else { continue }
            let own = String(
                decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
            let copy = "\(own)/database"
            defer {
                for suffix in ["", "-wal", "-shm"] { unlink(copy + suffix) }
                rmdir(own)
            }
            do {
                for suffix in ["", "-wal"] {
                    try Files.copyPrivate(path + suffix, to: copy + suffix)
                }
                return try checked(DatabaseQueue(path: copy, configuration: configuration))
            } catch {
                problem = error
            }
        }
        throw problem
    }

    /// Checks the schema version, which opens every file.
    private static func checked(_ queue: DatabaseQueue) throws -> DatabaseQueue {
        try queue.unsafeRead { try Schema.checkCurrent($0) }
        return queue
    }

    /// The URI with which SQLite reads a file without locks and shared memory.
    private static func immutableURI(_ path: String) -> String {
        let escaped = path.utf8.map { byte in
            let isPlain =
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                || (0x61...0x7A).contains(byte) || "/-_.~".utf8.contains(byte)
            let hex = String(byte, radix: 16, uppercase: true)
            return isPlain
                ? String(UnicodeScalar(byte)) : "%" + (hex.utf8.count < 2 ? "0\(hex)" : hex)
        }
        return "file:\(escaped.joined())?immutable=1"
    }

    private static func size(_ path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }
}
