import Charts
import CivilTime
import Contracts

/// A trend with what is drawn into the same picture.
struct TrendPicture {
    var main: Insights.Trends
    /// Others over the same days.
    var others: [Insights.Trends] = []
    var notes: [DayNote] = []

    /// A drawing with its numbers; the period before, if it was asked for, and the others are dashed.
    var picture: Picture {
        var overlays = main.overlay.map { [$0] } ?? []
        for other in others {
            overlays.append(
                TrendChart.Overlay(
                    name: other.metric, unit: other.unit,
                    tone: TrendChart.Overlay.tones[
                        overlays.count % TrendChart.Overlay.tones.count],
                    points: other.series.map { other.point($0) }))
        }
        return TrendChart(
            title: main.metric, unit: main.unit, interval: main.interval,
            points: main.series.map { main.point($0) }, overlays: overlays, notes: notes
        ).picture(table: table { NumberText.fixed($0, decimals: 2, trimmed: true) })
    }

    /// The numbers, each as long as it is.
    var csv: String { table { "\($0)" }.csv }

    /// Alone a trend has all its numbers; with others each has its averages.
    private func table(_ text: (Double) -> String) -> DataTable {
        guard !others.isEmpty else { return main.table(text) }
        let all = [main] + others
        let values = all.map { trends in
            Dictionary(trends.series.map { ($0.startDate, $0.averageValue) }) { first, _ in first }
        }
        let days = Set(all.flatMap(\.series).map(\.startDate)).sorted()
        return DataTable(
            caption: "Averages by \(main.interval.rawValue)",
            columns: ["startDate"] + all.map { "\($0.metric), \($0.unit)" },
            rows: days.map { day in
                [day.description] + values.map { $0[day].map(text) ?? "" }
            })
    }
}

extension Insights.Trends {
    fileprivate func table(_ text: (Double) -> String) -> DataTable {
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

    fileprivate func point(_ bucket: Insights.Bucket, later days: Int = 0) -> SeriesPoint {
        SeriesPoint(
            start: bucket.startDate.advanced(by: days), end: bucket.endDate.advanced(by: days),
            value: bucket.averageValue, label: bucket.displayLabel,
            detail: "\(bucket.displayLabel): average \(NumberText.short(bucket.averageValue)), "
                + "min \(NumberText.short(bucket.minValue)), "
                + "max \(NumberText.short(bucket.maxValue)), "
                + NumberText.count(bucket.sampleCount, "sample"))
    }

    /// The period before, moved over this one: its first day on the first day.
    fileprivate var overlay: TrendChart.Overlay? {
        guard let previous, let first = previous.first, let onto = series.first else { return nil }
        let days = first.startDate.distance(to: onto.startDate)
        return TrendChart.Overlay(
            name: "the period before", unit: unit, tone: TrendChart.Overlay.tones[0],
            points: previous.map { point($0, later: days) })
    }
}
