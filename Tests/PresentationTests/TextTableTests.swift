import Testing

@testable import Presentation

@Suite struct TextTableTests {
    private struct Item {
        var name = "a"
        var count = 1000
        var value: Double? = 0.5
        var unit: String?
    }

    @Test func `a column is as wide as its widest cell and no line ends in spaces`() {
        var table = TextTable([("name", .left), ("value", .right), ("note", .left)])
        table.add(["a", "1,000", ""])
        table.add(["longer", "5", "line\nbreak"])

        #expect(
            table.text(PlainText()) == """
                name    value  note
                a       1,000
                longer      5  line\\nbreak
                """)
    }

    @Test func `a table without rows has its headings or the given sentence`() {
        let table = TextTable(of: [Item](), .left("name", \.name), .right("count", \.count))

        #expect(table.text(PlainText()) == "name  count")
        #expect(table.text(PlainText(), orIfEmpty: "Nothing yet.") == "Nothing yet.")
    }

    @Test func `a column formats counts, numbers and missing values`() {
        let table = TextTable(
            of: [Item(), Item(value: nil, unit: "kg")], .left("unit", \.unit),
            .right("count", \.count), .right("value", \.value), .left("") { "\($0.name)!" })

        #expect(
            table.text(PlainText()) == """
                unit  count  value
                      1,000    0.5  a!
                kg    1,000      -  a!
                """)
    }

    @Test func `only the headings are styled`() {
        let table = TextTable(of: [Item()], .left("name", \.name))

        #expect(table.text(BracketStyler()) == "<dim:name>\na")
    }
}

/// Shows styles as tags.
struct BracketStyler: TextStyler {
    func styled(_ text: String, _ style: TextStyle) -> String { "<\(style):\(text)>" }
}
