import Charts
import CivilTime
import Testing

@Suite struct WebPictureTests {
    private let monday = CivilDate(days: 20_457)

    private func chart(isPartial: Bool = false) -> TrendChart {
        TrendChart(
            title: "Steps", unit: "count", interval: .day,
            points: (0..<5).map { index in
                let day = monday.advanced(by: index)
                return SeriesPoint(
                    start: day, end: day, value: Double(100 + index), label: "day \(index)",
                    isPartial: isPartial && index == 4)
            },
            overlays: [
                TrendChart.Overlay(
                    name: "the period before", unit: "count", tone: .orange,
                    points: [
                        SeriesPoint(
                            start: monday, end: monday.advanced(by: 4), value: 90, label: "before")
                    ], isPreviousPeriod: true)
            ], annotations: [ChartAnnotation(day: monday, text: "New <shoes>")])
    }

    private let table = DataTable(caption: "Steps", columns: ["date"], rows: [])

    private func web(_ chart: TrendChart, width: Double, name: String) -> String {
        chart.picture(table: table, format: .web(width: width, height: 250, name: name))
            .webMarkup(class: "only-\(name)")
    }

    @Test(arguments: [720.0, 360])
    func `a picture of a page has classes and no style sheet`(width: Double) throws {
        let markup = web(chart(isPartial: true), width: width, name: "x")

        let drawing = try #require(Drawing(markup))
        #expect(drawing.all("style").isEmpty)
        #expect(!markup.contains("style="))
        #expect(drawing.all("rect", "ground").isEmpty)
        #expect(drawing.all("text", "title").isEmpty)
        #expect(drawing.all("rect", "part-area").count == 5)
        #expect(drawing.shapes.allSatisfy { $0.attributes["tabindex"] == nil })
        #expect(drawing.all("path", "dotted").count == 1)
        #expect(drawing.all("line", "flag").count == 1)
        #expect(drawing.all("path", "hatch").count == 1)
        let svg = try #require(drawing.all("svg").first)
        #expect(svg.attributes["class"] == "only-x")
        #expect(svg.attributes["viewBox"]?.hasPrefix("0 0 \(Int(width)) ") == true)
        for shape in drawing.all("text") + drawing.all("circle") {
            let x = shape.number(shape.name == "text" ? "x" : "cx")
            #expect((0...width).contains(x))
        }
    }

    @Test func `pictures of one page have different identifiers`() throws {
        let ids = try ["wide", "narrow"].flatMap { name in
            try #require(Drawing(web(chart(isPartial: true), width: 360, name: name)))
                .shapes.compactMap { $0.attributes["id"] }
        }

        #expect(ids.count == 4)
        #expect(Set(ids).count == ids.count)
    }

    @Test func `a bucket that is not over is hatched in a file too, without other marks of a page`()
        throws
    {
        let svg = chart(isPartial: true).picture(table: table).svg()

        let drawing = try #require(Drawing(svg))
        #expect(drawing.all("path", "hatch").count == 1)
        #expect(drawing.all("rect").count { $0.attributes["fill"] == "url(#hatch)" } == 1)
        #expect(drawing.all("path", "dotted").isEmpty)
        #expect(drawing.all("line", "note").count == 1)
        #expect(drawing.all("linearGradient").first?.attributes["id"] == "area-accent")
    }

    @Test func `a chart of many days has no areas narrower than a pixel`() throws {
        let long = TrendChart(
            title: "Steps", unit: "", interval: .day,
            points: (0..<3000).map { index in
                let day = monday.advanced(by: index)
                return SeriesPoint(start: day, end: day, value: 5, label: "")
            })

        let drawing = try #require(Drawing(web(long, width: 720, name: "x")))

        #expect(drawing.all("rect", "part-area").isEmpty)
    }

    @Test func `an empty chart of a page has its message`() throws {
        let empty = TrendChart(title: "Steps", unit: "", interval: .day, points: [])

        let drawing = try #require(Drawing(web(empty, width: 360, name: "x")))

        #expect(drawing.all("text").map(\.text) == ["No data yet."])
    }
}
