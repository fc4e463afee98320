import GRDB
import Glibc
import HostFiles
import RPC

/// Opening a database that cannot be written.
///
/// Without a log the file is read in place, and nothing is created beside it. A log needs an index that
/// SQLite shares in a file of its own: where that cannot be made, the two are read from a private copy,
/// whose names are removed once it is open.
enum ReadOnlyDatabase {
    /// Folders that may have room for the copy, in the order in which they are tried.
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
            // For its owner alone.
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

    /// Reads once, so that every file is open.
    private static func checked(_ queue: DatabaseQueue) throws -> DatabaseQueue {
        try queue.unsafeRead { try Schema.checkCurrent($0) }
        return queue
    }

    /// The URI that has SQLite read a file without a lock or an index.
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
