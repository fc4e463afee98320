/// The values of a chart by day. A day without a value is a gap, not zero.
package struct ChartPoints: Hashable, Sendable {
    package let points: [Double?]

    package init(_ values: [Double?]) {
        points = values
    }

    /// The mean over days with values; nil without any.
    package var average: Double? { Windows.average(points) }

    package var hasData: Bool { points.contains { $0 != nil } }
}
