import Charts
import Testing
import Workouts

@Suite struct RouteChartTests {
    /// A walk of `kilometres` to the north-east.
    private func route(_ kilometres: Double) -> MeasuredRoute {
        let points = (0...20).map { index in
            let degrees = Double(index) / 20 * kilometres * 1000 / 111_195 / 2.0.squareRoot()
            return RoutePoint(time: nil, latitude: 60 + degrees, longitude: 2 * degrees)
        }
        return MeasuredRoute([points], length: kilometres * 1000)
    }

    private func drawing(
        _ kilometres: Double, _ bands: [PaceBand?] = []
    ) throws -> Drawing {
        let markup = RouteChart(route(kilometres), bands: bands, label: "Route <1>").webMarkup
        #expect(!markup.contains("style"))
        return try #require(Drawing(markup))
    }

    @Test func `each kilometre has the class of its band`() throws {
        let drawing = try drawing(2.5, [.fast, .slow, nil])

        #expect(drawing.all("path", "casing").count == 1)
        #expect(drawing.all("path", "s-cyan").count == 1)
        #expect(drawing.all("path", "s-orange").count == 1)
        #expect(drawing.all("path", "s-green").count == 1)
        #expect(drawing.all("circle", "mark").count == 2)
        #expect(drawing.all("circle", "start").count == 1)
    }

    @Test(arguments: [(0.05, "10 m"), (2.5, "500 m"), (42, "10 km")])
    func `the scale has a round length`(kilometres: Double, text: String) throws {
        let texts = try drawing(kilometres).all("text").map(\.text)

        #expect(texts.contains(text))
        #expect(texts.contains("N"))
    }

    @Test func `a long route has few marks within the picture`() throws {
        let marks = try drawing(100).all("circle", "mark")

        #expect((1...12).contains(marks.count))
        for mark in marks {
            #expect((0...420).contains(mark.number("cx")))
            #expect((0...300).contains(mark.number("cy")))
        }
    }

    @Test func `a route that stays in one place is drawn`() throws {
        let here = RoutePoint(time: nil, latitude: 50, longitude: 8)
        let chart = RouteChart(MeasuredRoute([[here, here]]), bands: [], label: "")

        #expect(!chart.webMarkup.contains("nan"))
        #expect(!chart.webMarkup.contains("inf"))
    }
}
