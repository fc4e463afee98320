import DelimitedText
import Randomness
import Testing

@Suite struct DelimitedTextTests {
    /// The fields of each row, read in blocks of a size.
    private static func rows(
        _ text: String, delimiter: UInt8? = nil, block: Int = 1 << 20
    ) throws -> [[String]] {
        try read(text, delimiter, block) { row in (0..<row.count).map { row[$0] } }
    }

    private static func read<Value>(
        _ text: String, _ delimiter: UInt8? = nil, _ block: Int = 1 << 20,
        _ value: (DelimitedRow) -> Value
    ) throws -> [Value] {
        var reader = DelimitedTextReader(delimiter: delimiter)
        var values: [Value] = []
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: block) {
            try bytes[start..<min(bytes.count, start + block)].withUnsafeBytes {
                try reader.consume($0) { values.append(value($0)) }
            }
        }
        try reader.finish { values.append(value($0)) }
        return values
    }

    @Test(arguments: [
        ("", []), ("a", [["a"]]), ("a,b\n", [["a", "b"]]),
        ("a,\r\n,b\r\n", [["a", ""], ["", "b"]]),
        ("\u{FEFF}a,b", [["a", "b"]]), ("\n\na\n\n", [["a"]]), ("a\rb", [["a"], ["b"]]),
        ("\"a,\"\"b\"\"\n\",c\n", [["a,\"b\"\n", "c"]]), ("a\"b,c\"\n", [["a\"b", "c\""]]),
        ("\"a\"b,c", [["ab", "c"]]), ("\"\",a", [["", "a"]]), ("a;b,c;d\n", [["a", "b,c", "d"]]),
        ("a\tb\n1,5\t2", [["a", "b"], ["1,5", "2"]]), ("name\na;b\n", [["name"], ["a", "b"]]),
    ])
    func `rows have the fields of RFC 4180`(text: String, rows: [[String]]) throws {
        for block in [1, 2, 3, 1 << 20] {
            #expect(try Self.rows(text, block: block) == rows)
        }
    }

    @Test func `rows know the line and the offset on which they begin`() throws {
        let text = "\u{FEFF}a,b\r\n\"x\ny\",1\r\n\r\nc,d\n"

        let places = try Self.read(text) { [$0.line, $0.offset] }

        #expect(places == [[1, 3], [2, 8], [5, 19]])
    }

    @Test func `random tables are read as they were written`() throws {
        var random = SplitMix64(seed: 11)
        let pieces = ["a", "1", ",", ";", "\"", "\n", "\r\n", "é", " "]
        for _ in 0..<300 {
            let table = (0..<Int.random(in: 1...5, using: &random)).map { _ in
                (0..<Int.random(in: 2...4, using: &random)).map { _ in
                    (0..<Int.random(in: 0...4, using: &random))
                        .map { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)] }
                        .joined()
                }
            }
            let text = table.map { row in
                row.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",")
            }.joined(separator: "\n")
            let block = Int.random(in: 1...9, using: &random)

            #expect(try Self.rows(text, delimiter: UInt8(ascii: ","), block: block) == table)
        }
    }

    @Test func `a row that is too long ends at a line break, and the next one is read`() throws {
        let text = "\"" + String(repeating: "x", count: DelimitedRow.sizeLimit + 5) + "\nb,c\n"

        let rows = try Self.read(text) { ($0.damage, $0.count) }

        #expect(rows.map(\.0) == [.tooLong, nil])
        #expect(rows.map(\.1) == [1, 2])
    }

    @Test func `damage is stated with the row`() throws {
        let many = String(repeating: ",", count: DelimitedRow.fieldLimit)

        #expect(try Self.read("a,\"b\n") { $0.damage } == [.unclosedQuote])
        #expect(try Self.read(many) { $0.damage } == [.tooManyFields])
    }

    @Test(arguments: [
        ("1.5", 1.5), (" -2 ", -2), ("1e3", 1000), ("1,5", 1.5), ("", nil), ("nan", nil),
        ("0x10", nil), ("1.2.3", nil), ("12 kg", nil), ("1e999", nil), ("1,234,5", nil),
    ])
    func `numbers have a point or, without commas between fields, a comma`(
        text: String, number: Double?
    ) throws {
        #expect(try Self.read("\(text);x", UInt8(ascii: ";")) { $0.number(0) } == [number])
    }

    @Test func `columns are found by name, ignoring case, with duplicates`() throws {
        let header = try #require(
            try Self.read("Date, Value ,date,\n") { DelimitedHeader($0) }.first)

        #expect(header.names == ["Date", "Value", "date", ""])
        #expect(header.column("DATE") == 0)
        #expect(header.column("date", occurrence: 1) == 2)
        #expect(header.column("date", occurrence: 2) == nil)
        #expect(header.column(ofAny: ["x", "value"]) == 1)
    }
}
