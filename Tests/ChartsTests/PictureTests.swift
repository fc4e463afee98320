import Charts
import CivilTime
import Testing
import TrackerRules
import Windows

@Suite struct PictureTests {
    private let day = CivilDate(days: 20_610)

    @Test func `a heat map has a row for each weekday and a colour for each level`() throws {
        let levels = HeatLevel.allCases
        let first = Interval.week.bucket(containing: day).start.advanced(by: -84)
        let days = (0..<91).map {
            HeatMap.Day(date: first.advanced(by: $0), level: levels[$0 % 5], rate: nil)
        }

        let drawing = try #require(Drawing(HeatMap(title: "Days", days: days).picture.svg()))

        #expect(
            drawing.all("text", "weekday").map(\.text)
                == ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"])
        let squares = drawing.all("rect").filter { $0.attributes["tabindex"] != nil }
        #expect(squares.count == 91)
        #expect(Set(squares.map { $0.number("x") }).count == 13)
        let rows = zip(days, squares).map { ($0.date.weekday, $1.number("y")) }
        for weekday in 1...7 {
            #expect(Set(rows.filter { $0.0 == weekday }.map(\.1)).count == 1)
        }
        let styles = squares.prefix(5).map { $0.attributes["class"] }
        #expect(styles == ["f-accent", "f-orange", "empty", "f-pale", "f-green"])
    }

    @Test(arguments: HealthChart.allCases)
    func `the six health charts have their kinds and colours`(chart: HealthChart) throws {
        let days = (0..<21).map {
            (date: day.advanced(by: $0), value: $0 % 5 == 3 ? nil : 50 + Double($0))
        }

        let picture = WindowChart(chart, days: days).picture
        let drawing = try #require(Drawing(picture.svg()))

        let tone = "-\(chart.colour)"
        let bars = drawing.all("rect", "f\(tone)").count
        let lines = drawing.all("path", "s\(tone)").count
        let areas = drawing.all("path").count { $0.attributes["fill"] == "url(#area\(tone))" }
        switch chart.kind {
        case .bar: #expect(bars == 17 && lines == 0 && areas == 0)
        case .area: #expect(bars == 0 && lines == 5 && areas == 5)
        case .line: #expect(bars == 0 && lines == 5 && areas == 0)
        }
        #expect(picture.table.rows.count == 21)
        #expect(picture.table.rows[3] == [day.advanced(by: 3).description, ""])
    }

    @Test func `the six health charts make one picture with their sections`() throws {
        let page = HealthPage(
            days: (0..<21).map {
                (day.advanced(by: $0), [.sleep: 7, .calories: 400, .rhr: 50 + Double($0 % 3)])
            })

        let picture = page.picture
        let drawing = try #require(Drawing(picture.svg()))

        #expect(
            drawing.all("text", "large").map(\.text) == ["Activity", "Recovery", "Vitals"])
        #expect(
            drawing.all("text", "title").map(\.text) == HealthChart.allCases.map(\.title))
        #expect(drawing.all("text").count { $0.text == "Nothing in these days." } == 3)
        let tops = drawing.all("g").compactMap { $0.attributes["transform"] }
        #expect(Set(tops).count == 6)
        #expect(drawing.all("linearGradient").map { $0.attributes["id"] } == ["area-indigo"])
        #expect(picture.table.columns.count == 7)
        #expect(picture.table.rows.first?[2] == "400")
        #expect(picture.summary.contains("Sleep: average 7h 0m"))
    }

    @Test func `a window without data has a dash for its average`() throws {
        let chart = WindowChart(.sleep, days: [(day, nil)])

        #expect(chart.average == "–")
        let drawing = try #require(Drawing(chart.picture.svg()))
        #expect(drawing.all("text").contains { $0.text == "Nothing in these days." })
    }

    @Test(arguments: [0.0, 0.25, 0.5, 0.75, 1])
    func `a milestone ring is filled by the share of the way`(fraction: Double) throws {
        let ring = MilestoneRing(
            current: 81, next: 80, goal: 75, unit: "kg", fraction: fraction, hasReachedGoal: false,
            history: [(85, "2026-01-01"), (82.5, "2026-02-01")])

        let drawing = try #require(Drawing(ring.picture.svg()))

        let arcs = drawing.all("path", "line").compactMap { $0.attributes["d"] }
        let end = arcs.first?.split(separator: " ").last
        let quarters = [0.25: "198,150", 0.5: "120,228", 0.75: "42,150"]
        if fraction == 0 { #expect(arcs.isEmpty) }
        if let point = quarters[fraction] { #expect(end == Substring(point)) }
        #expect(drawing.all("text").contains { $0.text == "82.5 kg" })
        #expect(ring.picture.label.contains("\(Int(fraction * 100)) % of the way to 80 kg"))
    }

    @Test func `streak bars are as long as the streaks`() throws {
        let chart = StreakChart(rows: [
            .init(name: "Run", current: 3, longest: 12),
            .init(name: "Read", current: 6, longest: 6),
        ])

        let drawing = try #require(Drawing(chart.picture.svg()))

        let widths = drawing.all("rect", "drawn").map { $0.number("width") }
        #expect(widths.count == 4)
        #expect(abs(widths[1] / widths[0] - 0.25) < 0.01)
        #expect(abs(widths[2] / widths[0] - 0.5) < 0.01)
        #expect(widths[2] == widths[3])
    }

    @Test func `scorecards have a bar for each span, as long as what was done`() throws {
        let chart = ScorecardChart(
            rows: [
                .init(name: "Health", shares: [1, 0.5, 0.25]),
                .init(name: "Work", shares: [0.5, nil, nil]),
            ], spans: [7, 30, 90])

        let picture = chart.picture
        let drawing = try #require(Drawing(picture.svg()))

        let widths = drawing.all("rect", "drawn").map { $0.number("width") }
        #expect(widths.count == 6)
        #expect(abs(widths[1] / widths[0] - 0.5) < 0.01)
        #expect(abs(widths[2] / widths[0] - 0.25) < 0.01)
        #expect(widths[3] == widths[1])
        #expect(widths[4...] == [0, 0])
        #expect(
            picture.table.rows == [["Health", "100 %", "50 %", "25 %"], ["Work", "50 %", "", ""]])
        #expect(
            picture.summary
                == "Health: 100 % of 7 days, 50 % of 30 days, 25 % of 90 days; Work: 50 % of 7 days."
        )
        #expect(ScorecardChart(rows: [], spans: [7]).picture.title == "Insights")
    }

    @Test func `bars stand on zero, also those below it`() throws {
        let chart = BarChart(
            title: "Change", unit: "kg",
            bars: [(day, day, 2), (day.advanced(by: 1), day.advanced(by: 1), -2)])

        let drawing = try #require(Drawing(chart.picture.svg()))

        let bars = drawing.all("rect", "drawn")
        #expect(abs(bars[0].number("y") + bars[0].number("height") - bars[1].number("y")) < 0.02)
        #expect(abs(bars[0].number("height") - bars[1].number("height")) < 0.02)
    }

    @Test func `a weight trend shows weighings, their trend, the goal and where it leads`() throws {
        let days = (0..<10).map { (day: day.advanced(by: $0 * 3), weight: 80 - Double($0) / 4) }
        let chart = WeightTrendChart(
            unit: "kg", days: days, trend: days.map { $0.weight + 0.2 },
            forecast: (1...7).map {
                (day.advanced(by: 27 + $0), 77.5 - Double($0) / 10, 77.0, 78.0)
            }, goal: 75)

        let drawing = try #require(Drawing(chart.picture.svg()))

        #expect(drawing.all("circle", "f-grey").count == 10)
        #expect(drawing.all("path", "s-accent").count == 2)
        #expect(drawing.all("path", "dashed").count == 1)
        #expect(drawing.all("line", "s-green").count == 1)
        #expect(chart.picture.table.rows.count == 17)
    }

    @Test func `a table is quoted as CSV and closed as HTML`() {
        let table = DataTable(
            caption: "A & B", columns: ["name", "value"],
            rows: [["a,b", "1"], ["say \"x\"\r\n", ""]])

        #expect(table.csv == "name,value\r\n\"a,b\",1\r\n\"say \"\"x\"\"\r\n\",\r\n")
        #expect(table.html.contains("<caption>A &amp; B</caption>"))
        #expect(table.html.contains("<th scope=\"row\">a,b</th><td>1</td>"))
        #expect(table.html.contains("<td></td>"))
    }

    @Test func `a page has the drawing and its numbers beside it`() throws {
        let chart = BarChart(title: "Run", unit: "km", bars: [(day, day, 4)])

        let page = chart.picture.html()

        #expect(Drawing(String(page.dropFirst("<!DOCTYPE html>\n".count))) != nil)
        #expect(page.contains("<svg") && page.contains("<table>"))
    }
}
