/// The days of a chart as they are drawn: a day without a value is a gap, never a zero.
package struct ChartPoints: Hashable, Sendable {
    package let points: [Double?]

    package init(_ values: [Double?]) {
        points = values
    }

    /// Over the days with data; nil is shown as a dash.
    package var average: Double? { Windows.average(points) }

    package var hasData: Bool { points.contains { $0 != nil } }
}
