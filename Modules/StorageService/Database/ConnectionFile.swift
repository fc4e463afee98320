import GRDB
import GRDBSQLite

/// A file as a connection has it open. Closing another descriptor of the file would end SQLite's locks.
struct ConnectionFile {
    enum Kind {
        case database
        /// The write-ahead log, which a connection opens with its first transaction.
        case log
    }

    private let file: UnsafeMutablePointer<sqlite3_file>
    private let methods: sqlite3_io_methods

    init(_ kind: Kind, of connection: OpaquePointer?) throws {
        let operation =
            switch kind {
            case .database: SQLITE_FCNTL_FILE_POINTER
            case .log: SQLITE_FCNTL_JOURNAL_POINTER
            }
        var file: UnsafeMutablePointer<sqlite3_file>?
        try Self.check(sqlite3_file_control(connection, "main", operation, &file))
        guard let file, let methods = file.pointee.pMethods else {
            throw DatabaseError(resultCode: .SQLITE_CANTOPEN)
        }
        (self.file, self.methods) = (file, methods.pointee)
    }

    var size: Int64 {
        get throws {
            var size: Int64 = 0
            try Self.check(methods.xFileSize?(file, &size) ?? SQLITE_IOERR)
            return size
        }
    }

    /// Fills `target`. Bytes beyond the end of the file are 0.
    func read(at offset: Int64, into target: UnsafeMutableRawBufferPointer) throws {
        let code = methods.xRead?(file, target.baseAddress, Int32(target.count), offset)
        if code == Self.shortRead { return }
        try Self.check(code ?? SQLITE_IOERR)
    }

    /// Writes fewer than 128 KiB, the limit of SQLite.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws {
        try Self.check(
            methods.xWrite?(file, bytes.baseAddress, Int32(bytes.count), offset) ?? SQLITE_IOERR)
    }

    func sync() throws {
        try Self.check(methods.xSync?(file, SQLITE_SYNC_NORMAL) ?? SQLITE_IOERR)
    }

    private static func check(_ code: Int32) throws {
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }

    /// SQLITE_IOERR_SHORT_READ, a macro that Swift does not import.
    private static let shortRead = SQLITE_IOERR | (2 << 8)
}
