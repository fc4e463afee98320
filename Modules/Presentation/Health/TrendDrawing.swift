import CivilTime
package import Contracts

extension Insights.TrendsResponse {
    /// The trend as a chart of characters; `width` is the number of columns of the terminal.
    /// `isRanged` is true if an option limits the days.
    package func drawing(width: Int, isRanged: Bool, _ styler: some TextStyler) -> String {
        let trends = inPercent
        guard !trends.series.isEmpty else { return trends.emptyText(isRanged: isRanged) }
        let chart = BrailleChart(
            width: min(100, max(24, width - 14)), hasPointMarkers: interval == .day,
            bounds: axisBounds)
        return [
            styler.styled(trends.heading, .bold), chart.text(trends.chartPoints),
            trends.sources.flatMap(TrendText.sources), ComparisonText(trends)?.text(styler),
            trends.forecast.map(TrendText.forecast),
        ].compactMap(\.self).joined(separator: "\n")
    }

    /// The averages of the buckets; a bucket without one interrupts the line.
    private var chartPoints: [BrailleChart.Point] {
        var points: [BrailleChart.Point] = []
        var previous: Insights.Bucket?
        for bucket in series {
            guard let average = bucket.averageValue else { continue }
            let isConnected =
                previous.map { $0.endDate.advanced(by: 1) == bucket.startDate } ?? false
            points.append(
                BrailleChart.Point(
                    position: Double(bucket.startDate.days), value: average,
                    isConnected: isConnected, label: bucket.displayLabel))
            previous = bucket
        }
        return points
    }
}
