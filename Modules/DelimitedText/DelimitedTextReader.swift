/// Splits a table of delimited text (RFC 4180) of any size into rows, in blocks and with memory for one
/// row.
///
/// A byte order mark is skipped, empty lines are left out, and rows end with any of the usual line
/// breaks. A row beyond the limits ends at its next line break, so that a lost quotation mark does not
/// hide the rest of the table.
package struct DelimitedTextReader {
    /// The byte between fields; nil until the first row with fields was read.
    package private(set) var delimiter: UInt8?

    private var row = DelimitedRow(line: 1, offset: 0)
    private var state = State.start
    private var line: Int64 = 1
    private var offset: Int64 = 0
    /// True after a carriage return, which a line feed may follow.
    private var hasEndedWithReturn = false
    /// The first bytes, in which a delimiter is searched.
    private var head: [UInt8]? = []

    private enum State {
        /// Before the first byte of a field.
        case start
        case plain
        case quoted
        /// After a quotation mark within a quoted field.
        case quote
    }

    /// Bytes in which the delimiter is searched.
    private static let headLimit = 16 << 10
    /// The byte order mark of UTF-8.
    private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    private static let delimiters = Array(",;\t|".utf8)

    /// Without `delimiter` it is the most frequent of comma, semicolon, tab and bar in the first row
    /// that has one.
    package init(delimiter: UInt8? = nil) {
        self.delimiter = delimiter
    }

    /// Reads the next bytes; `receive` gets each row, which is valid during the call.
    package mutating func consume(
        _ block: UnsafeRawBufferPointer, _ receive: (DelimitedRow) throws -> Void
    ) throws {
        guard head != nil else { return try split(block, receive) }
        head?.append(contentsOf: block)
        if (head?.count ?? 0) >= Self.headLimit { try splitHead(receive) }
    }

    /// Reads the row at the end of the table.
    package mutating func finish(_ receive: (DelimitedRow) throws -> Void) throws {
        try splitHead(receive)
        if state == .quoted { row.damage = row.damage ?? .unclosedQuote }
        try endRow(receive)
    }

    private mutating func splitHead(_ receive: (DelimitedRow) throws -> Void) throws {
        guard let bytes = head else { return }
        head = nil
        if delimiter == nil { delimiter = Self.delimiter(of: bytes) }
        let start = bytes.starts(with: Self.mark) ? Self.mark.count : 0
        offset = Int64(start)
        row.offset = offset
        try bytes[start...].withUnsafeBytes { try split($0, receive) }
    }

    /// The delimiter of the first line that has one; a comma without such a line.
    private static func delimiter(of head: [UInt8]) -> UInt8 {
        var counts = [Int](repeating: 0, count: delimiters.count)
        var isQuoted = false
        for byte in head {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            guard !isQuoted else { continue }
            if let index = delimiters.firstIndex(of: byte) { counts[index] += 1 }
            if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r"),
                counts.contains(where: { $0 > 0 })
            {
                break
            }
        }
        let greatest = counts.max() ?? 0
        return greatest == 0
            ? delimiters[0] : delimiters[counts.firstIndex(of: greatest) ?? 0]
    }

    private mutating func split(
        _ block: UnsafeRawBufferPointer, _ receive: (DelimitedRow) throws -> Void
    ) throws {
        var index = 0
        while index < block.count {
            let end = endOfRun(block, index)
            if end > index {
                row.append(block[index..<end])
                hasEndedWithReturn = false
            } else {
                try add(block[index], receive)
            }
            offset += Int64(max(1, end - index))
            index = max(index + 1, end)
        }
    }

    /// The end of the bytes from `start` that are text of the current field.
    private func endOfRun(_ block: UnsafeRawBufferPointer, _ start: Int) -> Int {
        let last: UInt8?
        switch state {
        case .plain: last = delimiter
        case .quoted: last = UInt8(ascii: "\"")
        case .start, .quote: return start
        }
        var end = start
        while end < block.count, block[end] != last, block[end] != UInt8(ascii: "\n"),
            block[end] != UInt8(ascii: "\r")
        {
            end += 1
        }
        return end
    }

    private mutating func add(
        _ byte: UInt8, _ receive: (DelimitedRow) throws -> Void
    ) throws {
        let isBreak = byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
        if isBreak {
            let isSecond = byte == UInt8(ascii: "\n") && hasEndedWithReturn
            hasEndedWithReturn = byte == UInt8(ascii: "\r")
            if !isSecond { line += 1 }
            if state == .quoted, row.damage == nil { return row.append(byte) }
            if isSecond {
                row.offset = offset + 1
                return
            }
            return try endRow(receive)
        }
        hasEndedWithReturn = false
        switch (state, byte) {
        case (.start, UInt8(ascii: "\"")): state = .quoted
        case (.quoted, UInt8(ascii: "\"")): state = .quote
        case (.quoted, _): row.append(byte)
        case (.quote, UInt8(ascii: "\"")):
            row.append(byte)
            state = .quoted
        case (_, delimiter):
            row.endField()
            state = .start
        default:
            row.append(byte)
            state = .plain
        }
    }

    private mutating func endRow(_ receive: (DelimitedRow) throws -> Void) throws {
        row.endField()
        row.delimiter = delimiter ?? Self.delimiters[0]
        if !row.isBlank { try receive(row) }
        row.removeAll(line: line, offset: offset + 1)
        state = .start
    }
}
