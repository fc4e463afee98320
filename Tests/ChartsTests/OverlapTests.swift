import CivilTime
import Randomness
import Testing

@testable import Charts

/// Tests that no text of a chart overlaps another, over random series, annotations and forecasts.
@Suite struct OverlapTests {
    private struct Box {
        var text: String
        var x: ClosedRange<Double>
        var y: ClosedRange<Double>

        func overlaps(_ other: Box) -> Bool { x.overlaps(other.x) && y.overlaps(other.y) }
    }

    private static let formats: [PictureFormat] = [
        .file, PictureFormat(width: 320, height: 220, isWeb: false, suffix: ""),
        PictureFormat(width: 960, height: 300, isWeb: false, suffix: ""),
        .web(width: 360, height: 250, name: "narrow"), .web(width: 720, height: 260, name: "wide"),
    ]

    /// The box of a text: as wide as its letters are on average, and as high as its font.
    private func box(_ text: Drawing.Shape) -> Box? {
        let scale = text.has("title") ? 15.0 / 11 : 1
        let letter = text.has("title") ? 6.8 : 5.6
        let width = Double(text.text.count) * letter * scale
        guard width > 0 else { return nil }
        let x = text.number("x")
        let start =
            switch text.attributes["text-anchor"] {
            case "middle": x - width / 2
            case "end": x - width
            default: x
            }
        let y = text.number("y") + (Double(text.attributes["dy"] ?? "0") ?? 0)
        return Box(text: text.text, x: start...start + width, y: y - 8 * scale...y + 1)
    }

    private func chart(_ random: inout SplitMix64) -> TrendChart {
        let interval = random.pick([Interval.day, .week, .month, .quarter, .year])
        let count = 1 + random.below(interval == .day ? 60 : 40)
        let first = CivilDate(days: Int32(18_000 + random.below(2_000)))
        let magnitude = random.pick([0.01, 1, 80, 12_000, 5e7])
        let level = random.pick([0.0, 1, 20])
        var start = interval.bucket(containing: first).start
        var points: [SeriesPoint] = []
        for _ in 0..<count {
            let bucket = interval.bucket(containing: start)
            let value = (level + Double(random.below(1_000)) / 500 - 0.5) * magnitude
            if !random.happens(oneIn: 6) || points.isEmpty {
                points.append(
                    SeriesPoint(
                        start: bucket.start, end: bucket.end, value: value, label: bucket.label))
            }
            start = bucket.end.advanced(by: 1)
        }
        let last = points.last?.end ?? first
        let span = first.distance(to: last) + 1
        let texts = ["Ill", "Moved to another town", "Holiday by the sea", "New shoes, first run"]
        var chart = TrendChart(
            title: random.pick(["Steps a day, by month", "Heart rate variability, by quarter"]),
            unit: random.pick(["steps", "bpm", ""]), interval: interval, points: points)
        chart.annotations = (0..<random.below(6)).map { _ in
            ChartAnnotation(day: first.advanced(by: random.below(span)), text: random.pick(texts))
        }.sorted { $0.day < $1.day }
        if random.happens(oneIn: 2) {
            chart.forecastBand = ForecastBand(
                days: (1...30).map {
                    (last.advanced(by: $0), level * magnitude, level * magnitude, magnitude * 22)
                })
        }
        if random.happens(oneIn: 3) {
            chart.overlays = [
                TrendChart.Overlay(
                    name: "the period before", unit: chart.unit, tone: .orange, points: points)
            ]
        }
        return chart
    }

    @Test func `no label overlaps another in 500 random charts of five sizes`() throws {
        var random = SplitMix64(seed: 41)
        let table = DataTable(caption: "", columns: [], rows: [])
        for number in 0..<500 {
            let chart = chart(&random)
            for format in Self.formats {
                let svg = chart.picture(table: table, format: format).svg()
                let drawing = try #require(Drawing(svg))
                let boxes = drawing.all("text").compactMap(box)
                let lines = (drawing.all("line", "note") + drawing.all("line", "flag")).map {
                    $0.number("x1")
                }
                for value in drawing.all("text", "value").compactMap(box) {
                    let line = lines.first { value.x.contains($0) }
                    #expect(line == nil, "chart \(number): a line runs through \(value)")
                }
                for (index, first) in boxes.enumerated() {
                    for second in boxes.dropFirst(index + 1) where first.overlaps(second) {
                        Issue.record(
                            """
                            chart \(number), \(format.width) pixels: "\(first.text)" overlaps \
                            "\(second.text)" (\(first), \(second))
                            """)
                        return
                    }
                }
            }
        }
    }
}
