import CivilTime
import Testing

@testable import Charts

/// Documents of headings, sentences, tables and pictures.
@Suite struct DocumentTests {
    private static let table = DataTable(
        caption: "Rates", columns: ["activity", "rate"],
        rows: [["Floss <b> | *x*", "50 %"], ["Read", "-"]])
    private static let picture = StreakChart(
        rows: [StreakChart.Row(name: "Floss", current: 3, longest: 9, unit: "day")]
    ).picture

    private static let document = Document(
        title: "Report: Jan 2026",
        blocks: [
            .heading("Activities"), .paragraph("Half & more is done."), .table(table),
            .picture(picture),
        ])

    @Test func `HTML has all blocks in order, with texts escaped`() throws {
        let html = Self.document.html

        let parts = [
            "<h1>Report: Jan 2026</h1>", "<h2>Activities</h2>", "Half &amp; more", "<table>",
            "Floss &lt;b&gt;", "<svg ",
        ]
        let places = try parts.map { try #require(html.firstRange(of: $0)?.lowerBound, "\($0)") }
        #expect(places == places.sorted())
        #expect(!html.contains("<b>"))
    }

    @Test func `Markdown has tables and the paths of pictures, with texts escaped`() {
        let markdown = Self.document.markdown(pictures: ["r-1.svg"])

        #expect(
            markdown.hasPrefix(
                """
                # Report: Jan 2026

                ## Activities

                Half \\& more is done.

                | activity | rate |
                | --- | ---: |
                | Floss \\<b\\> \\| \\*x\\* | 50 % |
                | Read | - |

                ![
                """))
        #expect(markdown.hasSuffix("](<r-1.svg>)\n"))
        #expect(!Self.document.markdown(pictures: []).contains("!["))
    }

    @Test func `a long table continues on further pages under its columns`() throws {
        let rows = (0..<200).map { ["Activity \($0)", "\($0) %"] }
        let document = Document(
            title: "Report",
            blocks: [.table(DataTable(caption: "", columns: ["activity", "rate"], rows: rows))])

        let pages = document.pages

        #expect(pages.count == 5)
        let texts = try pages.map { try #require($0.drawings.first?.svg) }
        #expect(texts.allSatisfy { $0.contains(">activity</text>") })
        for row in rows {
            #expect(texts.count { $0.contains(">\(row[0])</text>") } == 1)
        }
    }

    @Test(arguments: [1, 4, 20])
    func `no drawing is outside its page or overlaps another picture`(count: Int) {
        let map = HeatMap(
            title: "Agenda",
            days: (0..<366).map {
                HeatMap.Day(date: CivilDate(days: $0), state: .done(4), rate: 1)
            }
        ).picture
        let blocks = (0..<count).map { Document.Block.picture($0 % 2 == 0 ? map : Self.picture) }

        let pages = Document(title: "Report", blocks: blocks).pages

        #expect(pages.reduce(0) { $0 + $1.drawings.count - 1 } == count)
        // A page of A4 has margins of 40 points: the content is from 40 to 555 and from 40 to 802.
        for page in pages {
            var bottom = 0.0
            for drawing in page.drawings.dropFirst() {
                #expect(drawing.x >= 40 && drawing.x + drawing.width <= 555.01)
                #expect(drawing.y >= bottom && drawing.y + drawing.height <= 802.01)
                bottom = drawing.y + drawing.height
            }
        }
    }

    @Test func `a table of ten columns ends at the margin`() throws {
        let columns = [
            "activity", "rate", "before", "done", "missed", "skipped", "average", "before",
            "streak", "longest",
        ]
        let row = [
            "A long name", "100 %", "100 %", "20", "10", "5", "1,250 ml", "1,250", "12 weeks",
            "120",
        ]

        let pages = Document(
            title: "Report", blocks: [.table(DataTable(caption: "", columns: columns, rows: [row]))]
        ).pages

        let svg = try #require(pages.first?.drawings.first?.svg)
        let ends = svg.matches(of: #/<text x="([0-9.]+)"[^>]*text-anchor="end"/#).compactMap {
            Double($0.1)
        }
        #expect(ends.count == 18)
        #expect(ends.allSatisfy { $0 <= 555.01 })
    }

    @Test func `an empty document has one page with its title`() {
        let pages = Document(title: "Report", blocks: []).pages

        #expect(pages.count == 1)
        #expect(pages.first?.drawings.first?.svg.contains(">Report</text>") == true)
    }
}
