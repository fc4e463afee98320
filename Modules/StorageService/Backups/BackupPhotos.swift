import Contracts
import FoundationEssentials
import GRDB
import HostFiles

/// The stored photos in a backup: a table that only backups have, with a row for each file.
enum BackupPhotos {
    private static let table = "photo_file"
    /// The objects of the table in `sqlite_schema`, as of ``Schema/objects(_:)``.
    static let objects: Set<String> = ["table photo_file"]
    private static let fileLimit = 256 << 20

    /// Adds the photos of a folder to a copy of the database. Thumbnails can be made again and are left
    /// out.
    static func add(_ photos: PhotoFolder, to copy: String) throws {
        let names = photos.names
        guard !names.isEmpty else { return }
        let queue = try DatabaseQueue(path: copy)
        defer { try? queue.close() }
        try queue.write { db in
            try db.execute(
                sql: "CREATE TABLE \(table) (name TEXT PRIMARY KEY, data BLOB NOT NULL) STRICT")
            for name in names {
                // A file can be removed as unused meanwhile.
                guard let bytes = try Files.readIfPresent(photos.path(of: name), limit: fileLimit)
                else { continue }
                try db.execute(
                    sql: "INSERT INTO \(table) (name, data) VALUES (?, ?)",
                    arguments: [name.text, Data(bytes)])
            }
        }
    }

    /// The number of photos in a backup.
    static func count(_ db: Database) throws -> Int {
        guard try db.tableExists(table) else { return 0 }
        return try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") ?? 0
    }

    /// Stores the photos of a backup in a folder, and removes them from the backup. Photos of the folder
    /// stay: the replaced database may be restored again.
    static func extract(from copy: String, to photos: PhotoFolder) throws {
        let queue = try DatabaseQueue(path: copy)
        defer { try? queue.close() }
        try queue.inDatabase { db in
            guard try db.tableExists(table) else { return }
            let rows = try Row.fetchCursor(db, sql: "SELECT name, data FROM \(table)")
            while let row = try rows.next() {
                guard let name = String.fromDatabaseValue(row["name"]).flatMap({ PhotoName($0) }),
                    let data = Data.fromDatabaseValue(row["data"])
                else { continue }
                try photos.write([UInt8](data), as: name)
            }
        }
        try queue.writeWithoutTransaction { db in
            guard try db.tableExists(table) else { return }
            try db.execute(sql: "DROP TABLE \(table)")
            try db.execute(sql: "VACUUM")
        }
    }
}
