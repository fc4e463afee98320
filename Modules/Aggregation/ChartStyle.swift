package import CivilTime

/// The drawing style of a trend in each interval: markers and labels for days, a line for wider
/// buckets.
package struct ChartStyle: Hashable, Sendable {
    package let hasPointMarkers: Bool
    package let hasValueLabels: Bool
    /// Width in pixels.
    package let lineWidth: Int
    package let maxTicks: Int
    /// Description for screen readers.
    package let accessibilityLabel: String

    package init(_ interval: Interval) {
        hasPointMarkers = interval == .day
        hasValueLabels = interval == .day
        lineWidth = interval == .day ? 2 : 3
        maxTicks =
            switch interval {
            case .day, .month: 6
            case .week: 8
            case .quarter: 4
            case .half: 2
            case .year: 5
            }
        accessibilityLabel = "Trend of \(interval.rawValue) averages"
    }

    /// The number of axis ticks of a chart with this many points.
    package func ticks(forPoints points: Int) -> Int {
        min(maxTicks, points)
    }
}
