import Charts
import CivilTime
import Contracts

extension Insights.Trends {
    /// The trend as a drawing with its numbers; the period before, if it was asked for, is dashed.
    var picture: Picture {
        TrendChart(
            title: metric, unit: unit, interval: interval, points: series.map { point($0) },
            overlays: overlay.map { [$0] } ?? []
        ).picture(table: table { NumberText.fixed($0, decimals: 2, trimmed: true) })
    }

    /// The numbers, each as long as it is.
    var csv: String { table { "\($0)" }.csv }

    private func table(_ text: (Double) -> String) -> DataTable {
        DataTable(
            caption: "\(metric) by \(interval.rawValue)\(unit.isEmpty ? "" : ", \(unit)")",
            columns: [
                "startDate", "endDate", "label", "average", "min", "max", "sum", "days", "samples",
            ],
            rows: series.map { bucket in
                [bucket.startDate.description, bucket.endDate.description, bucket.displayLabel]
                    + [bucket.averageValue, bucket.minValue, bucket.maxValue, bucket.sum].map(text)
                    + ["\(bucket.days)", "\(bucket.sampleCount)"]
            })
    }

    private func point(_ bucket: Insights.Bucket, later days: Int = 0) -> SeriesPoint {
        SeriesPoint(
            start: bucket.startDate.advanced(by: days), end: bucket.endDate.advanced(by: days),
            value: bucket.averageValue, label: bucket.displayLabel,
            detail: "\(bucket.displayLabel): average \(NumberText.short(bucket.averageValue)), "
                + "min \(NumberText.short(bucket.minValue)), "
                + "max \(NumberText.short(bucket.maxValue)), "
                + NumberText.count(bucket.sampleCount, "sample"))
    }

    /// The period before, moved over this one: its first day on the first day.
    private var overlay: TrendChart.Overlay? {
        guard let previous, let first = previous.first, let onto = series.first else { return nil }
        let days = first.startDate.distance(to: onto.startDate)
        return TrendChart.Overlay(
            name: "the period before", tone: .orange,
            points: previous.map { point($0, later: days) })
    }
}
