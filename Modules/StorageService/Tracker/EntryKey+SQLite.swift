import GRDB
import GRDBSQLite
import StorageCore

extension EntryKey: BulkValue {
    func bind(to statement: SQLiteStatement, at index: Int32) -> Int32 {
        switch self {
        case .text(let text): text.bind(to: statement, at: index)
        case .uuid(let high, let low):
            withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { bytes in
                sqlite3_bind_blob(
                    statement, index, bytes.baseAddress, Int32(bytes.count), copiedBySQLite)
            }
        }
    }
}
