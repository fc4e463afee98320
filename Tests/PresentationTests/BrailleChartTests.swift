import Testing

@testable import Presentation

@Suite struct BrailleChartTests {
    private func point(
        _ position: Double, _ value: Double, connected: Bool = true, _ label: String = ""
    ) -> BrailleChart.Point {
        BrailleChart.Point(
            position: position, value: value, isConnected: connected, label: label)
    }

    @Test func `a line rises from the lowest to the highest point`() {
        let chart = BrailleChart(width: 4, height: 2, hasPointMarkers: false)

        let text = chart.text([point(0, 0, "Jan"), point(1, 7, "Feb")])

        #expect(
            text.split(separator: "\n") == ["7 ┤  ⡠⠊", "0 ┤⡠⠊  ", "  └────", "   Jan"])
    }

    @Test func `an unconnected point leaves a gap`() {
        let chart = BrailleChart(width: 4, height: 1, hasPointMarkers: false)

        let text = chart.text([point(0, 1), point(1, 1, connected: false)])

        #expect(text.split(separator: "\n").first?.hasSuffix("┤⠄  ⠠") == true)
    }

    @Test(arguments: [[], [5.0], [0], [-3, -3], [1e15, -1e15], [1e-300, 2e-300]])
    func `a chart of any values has the requested size`(values: [Double]) {
        let chart = BrailleChart(width: 8, height: 3, hasPointMarkers: true)

        let lines = chart.text(values.enumerated().map { point(Double($0), $1) })
            .split(separator: "\n")

        #expect(lines.count == (values.isEmpty ? 0 : 5))
        #expect(Set(lines.dropLast().map(\.count)).count <= 1)
    }

    @Test func `a point marker has its value above it`() {
        let chart = BrailleChart(width: 9, height: 3, hasPointMarkers: true)

        let text = chart.text([point(0, 0), point(1, 10), point(2, 0)])

        #expect(text.contains("●"))
        #expect(text.split(separator: "\n").count == 5)
    }
}
