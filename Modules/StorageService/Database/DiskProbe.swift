import GRDB
import GRDBSQLite

/// Reads the files of a database through SQLite's VFS.
///
/// SQLite reports a page that the disk could not deliver as corruption. Reading both files completely
/// distinguishes a failing disk from a damaged file.
enum DiskProbe {
    private static let blockBytes = 1 << 20

    /// True if every byte of the file and of its log can be read.
    static func canRead(_ db: Database) -> Bool {
        [SQLITE_FCNTL_FILE_POINTER, SQLITE_FCNTL_JOURNAL_POINTER].allSatisfy { kind in
            var file: UnsafeMutablePointer<sqlite3_file>?
            guard sqlite3_file_control(db.sqliteConnection, "main", kind, &file) == SQLITE_OK,
                let file, let methods = file.pointee.pMethods
            else { return true }
            return canRead(file, methods.pointee)
        }
    }

    private static func canRead(
        _ file: UnsafeMutablePointer<sqlite3_file>, _ methods: sqlite3_io_methods
    ) -> Bool {
        guard let sizeOf = methods.xFileSize, let read = methods.xRead else { return true }
        var size: sqlite3_int64 = 0
        guard sizeOf(file, &size) == SQLITE_OK else { return false }
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: blockBytes, alignment: 16)
        defer { block.deallocate() }
        var offset: sqlite3_int64 = 0
        while offset < size {
            let count = min(Int64(blockBytes), size - offset)
            guard read(file, block.baseAddress, Int32(count), offset) == SQLITE_OK else {
                return false
            }
            offset += count
        }
        return true
    }
}
