import Charts
import CivilTime
import Randomness
import Testing

@Suite struct TrendChartTests {
    private let table = DataTable(caption: "Steps", columns: ["date", "value"], rows: [])
    private let monday = CivilDate(days: 20_457)

    private func points(_ interval: Interval, _ values: [Double?]) -> [SeriesPoint] {
        var points: [SeriesPoint] = []
        var bucket = interval.bucket(containing: monday)
        for value in values {
            if let value {
                points.append(
                    SeriesPoint(
                        start: bucket.start, end: bucket.end, value: value, label: bucket.label))
            }
            bucket = interval.bucket(after: bucket)
        }
        return points
    }

    private func drawing(_ interval: Interval, _ values: [Double?]) throws -> Drawing {
        let chart = TrendChart(
            title: "Steps <& \"more\"\u{7}", unit: "count", interval: interval,
            points: points(interval, values))
        return try #require(Drawing(chart.picture(table: table).svg()))
    }

    @Test(arguments: Interval.allCases)
    func `markers and values stand on days only`(interval: Interval) throws {
        let drawing = try drawing(interval, [1200.25, 1300, 900, 1100, 1250])

        let isDay = interval == .day
        #expect(drawing.all("circle").count == (isDay ? 5 : 0))
        #expect(
            drawing.all("text", "value").map(\.text)
                == (isDay ? ["1,200.3", "1,300", "900", "1,100", "1,250"] : []))
        let lines = drawing.all("path", "line")
        #expect(lines.map { $0.attributes["stroke-width"] } == [isDay ? "2" : "3"])
    }

    @Test func `a line is broken where days are missing, and a lone point is a dot`() throws {
        let drawing = try drawing(.week, [4, 5, nil, 6, nil, 7, 8, 9])

        let lines = drawing.all("path", "line").compactMap { $0.attributes["d"] }
        #expect(lines.map { $0.count { $0 == "C" } } == [1, 0, 2])
        #expect(lines[1].contains("L"))
        let areas = drawing.all("path").filter { $0.attributes["fill"] == "url(#area-accent)" }
        #expect(areas.count == 2)
    }

    @Test(arguments: [
        (Interval.day, 6), (.week, 6), (.month, 6), (.quarter, 4), (.half, 2), (.year, 4),
    ])
    func `an axis has as many names at equal distances as its interval allows`(
        interval: Interval, ticks: Int
    ) throws {
        let drawing = try drawing(interval, (0..<12).map { Double($0) + 100 })

        let bottom = drawing.all("text", "faint").map { $0.number("y") }.max()
        let names = drawing.all("text", "faint").filter { $0.number("y") == bottom }
        #expect(names.count == ticks)
        let places = names.map { $0.number("x") }
        #expect(places == places.sorted())
    }

    @Test(arguments: [("count", 1.0, "Other"), ("kg", 100, "Other, 1 to 2 kg")])
    func `another series is dashed, on an axis of its own where its unit is another`(
        unit: String, divisor: Double, name: String
    ) throws {
        let values: [Double?] = [100, 200, nil, 150]
        let chart = TrendChart(
            title: "Steps", unit: "count", interval: .week,
            points: points(.week, [100, 200, 150]),
            overlays: [
                .init(
                    name: "Other", unit: unit, tone: .orange,
                    points: points(.week, values.map { $0.map { $0 / divisor } }))
            ])

        let drawing = try #require(Drawing(chart.picture(table: table).svg()))

        let other = drawing.all("path", "s-orange").compactMap { $0.attributes["d"] }
        let own = drawing.all("path", "s-accent").compactMap { $0.attributes["d"] }
        #expect(drawing.all("path", "dashed").count == 2)
        #expect(other.count == 2)
        let start = try #require(own.first?.prefix { $0 != "C" })
        #expect(other.first?.hasPrefix(start) == true)
        #expect(drawing.all("text", "faint").contains { $0.text == name })
    }

    /// Two weeks, the most common request: 43 pixels a day, which is wide enough for five letters.
    @Test func `each of fourteen days has its value, and none lies on another`() throws {
        for seed in 0..<30 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let values = (0..<14).map { _ in 8000 + Double(random.below(60_000)) / 7 }

            let labels = try drawing(.day, values).all("text", "value")

            #expect(labels.count == 14, "seed \(seed)")
            for (index, label) in labels.enumerated() {
                for other in labels[(index + 1)...] {
                    let isBeside =
                        abs(label.number("x") - other.number("x"))
                        >= Double(label.text.count + other.text.count) * 6.3 / 2
                    #expect(isBeside || abs(label.number("y") - other.number("y")) >= 12)
                }
            }
        }
    }

    @Test(arguments: [Interval.day, .week, .month])
    func `the days to come are a dashed line within a band`(interval: Interval) throws {
        let points = points(interval, [10, 12, 14])
        let end = try #require(points.last?.end)
        let chart = TrendChart(
            title: "Steps", unit: "count", interval: interval, points: points,
            forecastBand: ForecastBand(
                days: (1...30).map { (end.advanced(by: $0), 20, 20 - Double($0), 30) }))

        let drawing = try #require(Drawing(chart.picture(table: table).svg()))

        #expect(drawing.all("path", "dashed").count == 1)
        let band = drawing.all("path").filter { $0.attributes["fill-opacity"] == "0.15" }
        #expect(band.first?.attributes["d"]?.count { $0 == "L" } == 60)
    }

    @Test func `the days to come begin where the line ends`() throws {
        let points = points(.day, [10, 12, 14])
        let end = try #require(points.last?.end)
        let chart = TrendChart(
            title: "Steps", unit: "count", interval: .day, points: points,
            forecastBand: ForecastBand(days: [(end.advanced(by: 1), 20, 19, 21)]))

        let drawing = try #require(Drawing(chart.picture(table: table).svg()))

        let last = try #require(drawing.all("circle").last)
        let path = try #require(drawing.all("path", "dashed").first?.attributes["d"])
        let x = try #require(last.attributes["cx"])
        let y = try #require(last.attributes["cy"])
        #expect(path.hasPrefix("M\(x),\(y)"), "\(path)")
    }

    @Test(arguments: [(40, 40, true), (70, 70, false), (400, 0, false)])
    func `days have markers and values as long as these do not cover the line`(
        days: Int, markers: Int, hasValues: Bool
    ) throws {
        let drawing = try drawing(.day, (0..<days).map { Double($0 % 7) })

        #expect(drawing.all("circle").count == markers)
        #expect(drawing.all("text", "value").isEmpty != hasValues)
    }

    @Test func `a day that stands alone has a dot, however many there are`() throws {
        let far = [0, 200, 399].map { back in
            SeriesPoint(
                start: monday.advanced(by: back), end: monday.advanced(by: back), value: 3,
                label: "")
        }
        let chart = TrendChart(title: "Steps", unit: "", interval: .day, points: far)

        let drawing = try #require(Drawing(chart.picture(table: table).svg()))

        #expect(drawing.all("circle").count == 3)
    }

    @Test func `numbers with too many digits for a label are powers of ten`() throws {
        let drawing = try drawing(.day, [2e14, 6e14, 5.5e14])

        #expect(drawing.all("text").contains { $0.text == "6e14" })
        #expect(drawing.all("text", "value").map(\.text) == ["2e14", "6e14", "5.5e14"])
    }

    @Test func `an annotation is a mark with its text as a tooltip`() throws {
        let chart = TrendChart(
            title: "Steps", unit: "count", interval: .day, points: points(.day, [1, 2, 3]),
            annotations: [
                ChartAnnotation(day: monday.advanced(by: 1), text: "New <shoes>"),
                ChartAnnotation(day: monday.advanced(by: 9), text: "later"),
            ])

        let picture = chart.picture(table: table)
        let drawing = try #require(Drawing(picture.svg()))

        #expect(drawing.all("line", "note").count == 1)
        #expect(drawing.all("title").contains { $0.text == "2026-01-05: New <shoes>" })
        #expect(picture.summary.hasSuffix("2026-01-05: New <shoes>."))
        let dots = drawing.all("circle").filter { $0.attributes["class"] == "f-accent" }
        #expect(drawing.all("line", "note").first?.number("x1") == dots[1].number("cx"))
    }

    @Test func `the chart has a description for screen readers`() throws {
        let drawing = try drawing(.month, [1, 2])

        let svg = try #require(drawing.all("svg").first)
        #expect(svg.attributes["role"] == "img")
        #expect(svg.attributes["aria-label"] == "Trend of month averages")
        #expect(drawing.all("desc").first?.text.contains("from 1 count (Jan 2026)") == true)
        #expect(drawing.all("title").first?.text == "Steps <& \"more\"\u{FFFD}")
        let parts = drawing.all("rect", "part")
        #expect(parts.allSatisfy { $0.attributes["tabindex"] == "0" })
        #expect(drawing.all("title").dropFirst().map(\.text) == ["Jan 2026: 1", "Feb 2026: 2"])
    }

    @Test func `no element is outside the picture`() throws {
        for seed in 0..<40 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let interval = Interval.allCases[random.below(6)]
            let values = (0..<1 + random.below(60)).map { _ in
                random.below(4) == 0 ? nil : Double(random.below(100_000) - 20_000) / 7
            }
            let drawing = try drawing(interval, values)
            let svg = try #require(drawing.all("svg").first)
            let (width, height) = (svg.number("width"), svg.number("height"))
            for shape in drawing.all("circle") {
                #expect((0...width).contains(shape.number("cx")))
                #expect((0...height).contains(shape.number("cy")))
            }
            for shape in drawing.all("text") {
                #expect((0...width).contains(shape.number("x")))
                #expect((0...height).contains(shape.number("y")))
            }
        }
    }

    @Test func `a chart without data has a message`() throws {
        let drawing = try drawing(.day, [])

        #expect(drawing.all("text").contains { $0.text == "No data yet." })
    }

    @Test func `the colours follow the reader's system unless one ground is wanted`() {
        let picture = TrendChart(
            title: "Steps", unit: "", interval: .day, points: points(.day, [1, 2])
        ).picture(table: table)

        #expect(picture.svg().contains("prefers-color-scheme:dark"))
        #expect(picture.svg().contains("prefers-reduced-motion"))
        #expect(!picture.svg(.light).contains("prefers-color-scheme"))
        #expect(picture.svg(.dark).contains(".ground{fill:#1C1C1E}"))
    }
}
