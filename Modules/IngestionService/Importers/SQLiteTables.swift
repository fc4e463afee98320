/// The tables of an SQLite database, read from the pages of its schema without opening the database: the
/// worker is not contained as importers are. Damaged pages are left out.
struct SQLiteTables {
    /// The names in the order of the schema.
    private(set) var names: [String] = []
    private let read: (_ offset: Int64, _ count: Int) -> [UInt8]
    private let pageSize: Int
    private var pages = 0

    static let mark = Array("SQLite format 3\0".utf8)
    /// Pages of a schema that are read.
    private static let pageLimit = 512
    private static let nameLimit = 4096
    /// Levels of the tree of the schema.
    private static let depthLimit = 8
    private static let headerSize = 100

    /// Reads the tables of a database. `read` returns the bytes at an offset, fewer at the end.
    init(read: @escaping (_ offset: Int64, _ count: Int) -> [UInt8]) {
        self.read = read
        let header = read(0, Self.headerSize)
        guard header.starts(with: Self.mark), header.count == Self.headerSize else {
            pageSize = 0
            return
        }
        let size = Int(header[16]) << 8 | Int(header[17])
        pageSize = size == 1 ? 65_536 : size
        guard pageSize >= 512 else { return }
        appendTables(page: 1, depth: 0)
    }

    private mutating func appendTables(page: Int, depth: Int) {
        guard page > 0, depth < Self.depthLimit, pages < Self.pageLimit else { return }
        pages += 1
        let bytes = read(Int64(page - 1) * Int64(pageSize), pageSize)
        guard bytes.count == pageSize else { return }
        let start = page == 1 ? Self.headerSize : 0
        let isLeaf = bytes[start] == 13
        guard isLeaf || bytes[start] == 5 else { return }
        let cells = start + (isLeaf ? 8 : 12)
        for index in 0..<Self.number(bytes, start + 3, 2) {
            let pointer = cells + 2 * index
            guard pointer + 2 <= pageSize else { break }
            let cell = Self.number(bytes, pointer, 2)
            if isLeaf {
                appendTable(bytes, cell)
            } else if cell + 4 <= pageSize {
                appendTables(page: Self.number(bytes, cell, 4), depth: depth + 1)
            }
        }
        if !isLeaf { appendTables(page: Self.number(bytes, start + 8, 4), depth: depth + 1) }
    }

    /// Appends the name of a row of the schema if the row describes a table. The type and the name are at
    /// the beginning of the row, before a part that may be on other pages.
    private mutating func appendTable(_ bytes: [UInt8], _ cell: Int) {
        var reader = VariableNumbers(bytes: bytes, position: cell)
        _ = (reader.next(), reader.next())
        let header = reader.position
        let headerSize = reader.next()
        guard let type = Self.textLength(reader.next()), let name = Self.textLength(reader.next())
        else { return }
        let values = header + headerSize
        guard headerSize < pageSize, values + type + name <= pageSize,
            bytes[values..<(values + type)].elementsEqual("table".utf8),
            names.count < Self.nameLimit
        else { return }
        let text = bytes[(values + type)..<(values + type + name)]
        names.append(String(decoding: text, as: UTF8.self))
    }

    /// The length of a text of this serial type; nil for other types and long texts.
    private static func textLength(_ serialType: Int) -> Int? {
        guard serialType >= 13, serialType % 2 == 1, serialType < 1 << 17 else { return nil }
        return (serialType - 13) / 2
    }

    private static func number(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int {
        bytes[offset..<(offset + count)].reduce(0) { $0 << 8 | Int($1) }
    }
}

/// The numbers of variable length of a page; 0 behind its end.
private struct VariableNumbers {
    let bytes: [UInt8]
    private(set) var position: Int

    init(bytes: [UInt8], position: Int) {
        self.bytes = bytes
        self.position = position
    }

    mutating func next() -> Int {
        var number: UInt64 = 0
        for index in 0..<9 {
            guard bytes.indices.contains(position) else { return 0 }
            let byte = bytes[position]
            position += 1
            if index == 8 {
                number = number << 8 | UInt64(byte)
            } else {
                number = number << 7 | UInt64(byte & 0x7F)
                if byte < 0x80 { break }
            }
        }
        return Int(truncatingIfNeeded: min(number, UInt64(Int32.max)))
    }
}
