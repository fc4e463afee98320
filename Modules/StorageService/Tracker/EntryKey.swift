import FoundationEssentials
import GRDB
import GRDBSQLite
import RPC
import Tracker

/// An entry's identifier as its row has it: a UUID in capitals, as the tracker's app writes them, is its
/// 16 bytes, any other is text.
enum EntryKey: Hashable {
    case uuid(high: UInt64, low: UInt64)
    case text(String)

    /// Where a UUID has its dashes.
    private static let dashes = [8, 13, 18, 23]
    private static let uuidLength = 36
    private static let digits = Array("0123456789ABCDEF".utf8)

    /// - Parameter id: UTF-8.
    init(utf8 id: UnsafeBufferPointer<UInt8>) {
        if let number = UUIDNumber(utf8: id) {
            self = .uuid(high: number.high, low: number.low)
        } else {
            self = .text(String(decoding: id, as: UTF8.self))
        }
    }

    init(_ id: Entry.ID) {
        var text = id.rawValue
        self = text.withUTF8 { Self(utf8: $0) }
    }

    /// The text of 16 bytes.
    static func withText<Value>(
        of uuid: UnsafeRawBufferPointer, _ body: (UnsafeBufferPointer<UInt8>) throws -> Value
    ) rethrows -> Value {
        try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: uuidLength) { text in
            var place = 0
            for byte in uuid.prefix(16) {
                if dashes.contains(place) {
                    text.initializeElement(at: place, to: UInt8(ascii: "-"))
                    place += 1
                }
                text.initializeElement(at: place, to: digits[Int(byte >> 4)])
                text.initializeElement(at: place + 1, to: digits[Int(byte & 15)])
                place += 2
            }
            return try body(UnsafeBufferPointer(rebasing: text[..<place]))
        }
    }
}

extension EntryKey: DatabaseValueConvertible {
    var databaseValue: DatabaseValue {
        switch self {
        case .text(let text): text.databaseValue
        case .uuid(let high, let low):
            withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { Data($0).databaseValue }
        }
    }

    static func fromDatabaseValue(_ value: DatabaseValue) -> Self? {
        String.fromDatabaseValue(value).map { Self(Entry.ID($0)) }
    }
}

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
