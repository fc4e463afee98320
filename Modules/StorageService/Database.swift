import GRDB
import Glibc
import RPC

/// The one database of a home, and the two connections that write to it.
struct Database: Sendable {
    /// Reads from snapshots; what it writes is on the disk when the call returns.
    let main: DatabasePool
    /// Writes what could be made again (staged chunks, day totals): on the disk with the next write of
    /// `main`.
    let derived: DatabaseQueue

    /// Opens the file, or makes it, and brings its schema up to date.
    init(path: String) throws {
        let previous = umask(0o077)
        defer { umask(previous) }
        do {
            main = try DatabasePool(path: path, configuration: Self.configuration)
            try Self.require(synchronous: 2, "FULL", on: main)
            try Schema.migrate(main)
            derived = try DatabaseQueue(path: path, configuration: Self.configuration)
            try Self.require(synchronous: 1, "NORMAL", on: derived)
        } catch let error as DatabaseError {
            throw StorageError(error, path: path)
        }
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(30)
        configuration.maximumReaderCount = 4
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA foreign_keys=ON; PRAGMA cache_size=-4096")
        }
        return configuration
    }

    /// GRDB chooses a level when it opens, so that ours is set afterwards, and read back.
    private static func require(
        synchronous level: Int, _ name: String, on writer: any DatabaseWriter
    ) throws {
        try writer.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA synchronous=\(name)")
            guard try Int.fetchOne(db, sql: "PRAGMA synchronous") == level else {
                throw StorageError.notDurable
            }
        }
    }
}
