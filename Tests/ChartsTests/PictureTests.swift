import CivilTime
import Foundation
import Testing
import Windows

@testable import Charts

@Suite struct PictureTests {
    private let day = CivilDate(days: 20_610)

    @Test func `a heat map has a row for each weekday and a drawing for each state`() throws {
        let first = Interval.week.bucket(containing: day).start.advanced(by: -84)
        let days = (0..<91).map {
            HeatMap.Day(
                date: first.advanced(by: $0), state: HeatState.all[$0 % HeatState.all.count],
                rate: nil)
        }

        let drawing = try #require(Drawing(HeatMap(title: "Days", days: days).picture.svg()))

        #expect(
            drawing.all("text", "weekday").map(\.text)
                == ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"])
        #expect(drawing.all("g", "day").count == 91)
        let squares = drawing.shapes.filter {
            ["rect", "circle"].contains($0.name) && $0.parents.last == "g"
        }
        #expect(squares.count == 91)
        func column(_ shape: Drawing.Shape) -> Double {
            let x = shape.number(shape.name == "rect" ? "x" : "cx")
            return ((x - 56) / 19).rounded(.down)
        }
        #expect(Set(squares.map(column)).count == 13)
        let styles = HeatState.all.map { state in
            HeatMark(state: state, x: 0, y: 0, side: 15).shapes.map(\.markup).joined()
        }
        #expect(Set(styles).count == HeatState.all.count)
        #expect(
            HeatState.all.map(\.name).allSatisfy { drawing.all("text").map(\.text).contains($0) })
    }

    @Test(arguments: [91, 98])
    func `a heat map of a page is legible on a phone`(count: Int) {
        let days = (0..<count).map {
            HeatMap.Day(date: day.advanced(by: $0), state: .notDue, rate: nil)
        }

        let picture = HeatMap(title: "Days", days: days, isHeaded: false, leastWidth: 285).picture

        // The style sheet has 12 px for narrow screens, of which a card has 256 px.
        #expect(12 * 256 / picture.width >= 10)
    }

    /// The relative luminance of a color (WCAG 2.2), or of its gray of the same brightness as
    /// printers compute it (ITU-R BT.601).
    private func luminance(_ color: String, isGray: Bool) throws -> Double {
        let number = try #require(Int(color.dropFirst(), radix: 16))
        var parts = [number >> 16, number >> 8 & 255, number & 255].map { Double($0) / 255 }
        if isGray {
            let gray = 0.299 * parts[0] + 0.587 * parts[1] + 0.114 * parts[2]
            parts = [gray, gray, gray]
        }
        let linear = parts.map { $0 <= 0.04045 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }

    @Test(arguments: [(false, false), (false, true), (true, false), (true, true)])
    func `adjacent levels of a heat map have contrast, also without colors`(
        isDark: Bool, isGray: Bool
    ) throws {
        let empty = isDark ? StyleSheet.emptyDay.dark : StyleSheet.emptyDay.light
        let levels = (1...4).map(HeatMark.tone).map { isDark ? $0.dark : $0.light }

        let bright = try ([empty] + levels).map { try luminance($0, isGray: isGray) + 0.05 }

        for (first, second) in zip(bright, bright.dropFirst()) {
            #expect(isDark ? first < second : first > second)
            #expect(max(first, second) / min(first, second) >= 1.4)
        }
    }

    @Test(arguments: [
        (0.0, HeatState.missed), (0.1, .done(1)), (0.25, .done(1)), (0.3, .done(2)),
        (0.5, .done(2)), (0.6, .done(3)), (0.99, .done(3)), (1, .done(4)),
    ])
    func `a rate has one of four levels`(rate: Double, state: HeatState) {
        #expect(HeatState(rate: rate) == state)
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

    @Test func `the six health charts have the same places for days and their units`() throws {
        let page = HealthPage(
            days: (0..<21).map { index in
                let large = index == 3 ? 12_345.0 : 200
                return (
                    day.advanced(by: index),
                    [
                        .workoutDuration: 45, .calories: large, .sleep: 7, .hrv: 44,
                        .rhr: 50 + Double(index % 3), .respiratoryRate: 14,
                    ]
                )
            })

        let drawing = try #require(Drawing(page.picture.svg()))

        let marks = Dictionary(
            grouping: drawing.all("text", "faint").filter { $0.text.hasPrefix("Jun ") },
            by: \.text)
        #expect(!marks.isEmpty)
        for (label, shapes) in marks {
            #expect(shapes.count == 6, "\(label)")
            #expect(Set(shapes.map { $0.number("x") }).count == 1, "\(label)")
        }
        #expect(
            drawing.all("text", "unit").map(\.text) == ["min", "kcal", "h", "ms", "bpm", "br/min"])
    }

    @Test func `a single night is a bar from zero`() throws {
        let nights = (0..<21).map { (day.advanced(by: $0), $0 == 9 ? 7.5 : nil) }

        let drawing = try #require(Drawing(WindowChart(.sleep, days: nights).picture.svg()))

        let bars = drawing.all("rect", "f-indigo")
        #expect(bars.count == 1)
        let bar = try #require(bars.first)
        #expect(bar.number("width") > 10)
        #expect(bar.number("height") > 100)
        #expect(abs(bar.number("y") + bar.number("height") - 234) < 0.02)
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
            start: 87, current: 81, next: 80, goal: 75, unit: "kg", fraction: fraction,
            hasReachedGoal: false, targets: [85, 82.5, 80, 77.5, 75],
            reached: [(85, "2026-01-01"), (82.5, "2026-02-01")])

        let drawing = try #require(Drawing(ring.picture.svg()))

        let arcs = drawing.all("path", "s-accent").compactMap { $0.attributes["d"] }
        let end = arcs.first?.split(separator: " ").last
        let quarters = [0.25: "198,150", 0.5: "120,228", 0.75: "42,150"]
        if fraction == 0 { #expect(arcs.isEmpty) }
        if let point = quarters[fraction] { #expect(end == Substring(point)) }
        #expect(drawing.all("text").contains { $0.text == "82.5 kg" })
        #expect(ring.picture.label.contains("\(Int(fraction * 100)) % of the way to 80 kg"))
        let whole = try #require(drawing.all("path", "s-green").first?.attributes["d"])
        #expect(whole.hasSuffix(" 120,247"))
        #expect(drawing.all("text").contains { $0.text == "50 % of the way" })
        // The goal is the end of the ring.
        #expect(drawing.all("line", "tick").count == 4)
    }

    @Test func `streak bars are as long as the streaks`() throws {
        let chart = StreakChart(rows: [
            .init(name: "Run", current: 3, longest: 12, unit: "day"),
            .init(name: "Read", current: 1, longest: 6, unit: "week"),
        ])

        let drawing = try #require(Drawing(chart.picture.svg()))

        let widths = drawing.all("rect", "drawn").map { $0.number("width") }
        #expect(widths.count == 4)
        #expect(abs(widths[1] / widths[0] - 0.25) < 0.01)
        #expect(abs(widths[2] / widths[0] - 0.5) < 0.01)
        let ends = drawing.all("text", "faint").map(\.text)
        #expect(ends == ["in a row", "3 of 12 days", "1 of 6 weeks"])
        #expect(drawing.all("title").contains { $0.text == "Read: 1 week" })
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

    @Test(arguments: [330.0, 480, 960])
    func `the labels of four weeks of bars are at equal distances`(width: Double) throws {
        let chart = BarChart(
            title: "Exercise", unit: "min",
            bars: (0..<28).map { (day.advanced(by: $0), day.advanced(by: $0), 30) })

        let picture = chart.picture(.web(width: width, height: 250, name: "bars"))

        let labels = try #require(Drawing(picture.svg())).all("text", "faint")
            .filter { $0.attributes["text-anchor"] == "middle" }
        let places = labels.map { $0.number("x") }
        let distances = zip(places, places.dropFirst()).map { ($1 - $0).rounded() }
        #expect(labels.count >= 3)
        #expect(Set(distances.dropFirst().dropLast()).count <= 1, "\(distances)")
        #expect(abs((distances.max() ?? 0) - (distances.min() ?? 0)) < 20, "\(distances)")
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
        var chart = WeightTrendChart(
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
        // The forecast and its band start where the trend line ends.
        let paths = drawing.all("path").compactMap { $0.attributes["d"] }
        let line = try #require(drawing.all("path", "s-accent").first?.attributes["d"])
        let end = try #require(line.split(separator: " ").last)
        #expect(paths.count { $0.hasPrefix("M\(end)") } == 2, "\(paths)")
        // With the level of the newest weights, both start there: the trend is behind it.
        chart.level = 77.75
        let later = try #require(Drawing(chart.picture.svg())).all("path")
            .compactMap { $0.attributes["d"] }
        #expect(later.count { $0.hasPrefix("M\(end)") } == 0, "\(later)")
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
