package import CivilTime

/// How a trend is drawn in each interval: narrow buckets show their points, wide ones their line.
package struct ChartStyle: Hashable, Sendable {
    package let hasPointMarkers: Bool
    package let hasValueLabels: Bool
    /// In pixels.
    package let lineWidth: Int
    package let maxTicks: Int
    /// What a screen reader says.
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

    /// Ticks on the axis of a chart with this many points.
    package func ticks(forPoints points: Int) -> Int {
        min(maxTicks, points)
    }
}
