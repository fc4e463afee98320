package import Charts
import CivilTime
package import Contracts
import HealthMetrics

/// The picture of a trend with other trends and annotations.
package struct TrendPicture {
    private let main: Insights.TrendsResponse
    private let others: [Insights.TrendsResponse]
    private let annotations: [Statistics.Annotation]
    private let detail: ((Insights.Bucket) -> String)?

    /// - Parameters:
    ///   - trends: The main trend, and trends of other names over the same days; at least one.
    ///   - annotations: The annotations of their days.
    ///   - detail: The text of a bucket of the main trend, whose values are in percent if they are
    ///     shares; nil: its average, least and greatest value.
    package init(
        _ trends: [Insights.TrendsResponse], annotations: [Statistics.Annotation],
        detail: ((Insights.Bucket) -> String)? = nil
    ) {
        main = trends[0].inPercent
        others = trends.dropFirst().map(\.inPercent)
        self.annotations = annotations
        self.detail = detail
    }

    /// The drawing with its table. The previous period and the other trends are dashed.
    package var picture: Picture { picture(.file) }

    /// The name of the line of the period before, such as `the week before`; nil: the picture has no
    /// such line, since no two of its points are adjacent.
    package var previousName: String? {
        main.overlay.flatMap { overlay in
            overlay.points.runs.contains { $0.count > 1 } ? overlay.name : nil
        }
    }

    package func picture(_ format: PictureFormat) -> Picture {
        var overlays = main.overlay.map { [$0] } ?? []
        for other in others {
            overlays.append(
                TrendChart.Overlay(
                    name: MetricTitle.title(other.metric), unit: other.shownUnit,
                    tone: TrendChart.Overlay.tones[
                        overlays.count % TrendChart.Overlay.tones.count],
                    points: other.series.compactMap { other.point($0) }))
        }
        return TrendChart(
            title: main.pictureTitle, unit: main.shownUnit, interval: main.interval,
            points: main.series.compactMap { bucket in
                var point = main.point(bucket)
                if let detail { point?.detail = detail(bucket) }
                return point
            }, overlays: overlays,
            annotations: annotations.map { ChartAnnotation(day: $0.date, text: $0.text) },
            bounds: main.axisBounds,
            forecastBand: ForecastBand(
                days: (main.forecast ?? []).map { ($0.date, $0.value, $0.low, $0.high) })
        ).picture(table: table(DataTable.cell), format: format)
    }

    /// The table without rounding.
    package var csv: String { table { "\($0)" }.csv }

    /// All columns of a single trend, or the averages of several.
    private func table(_ text: (Double) -> String) -> DataTable {
        guard !others.isEmpty else { return main.table(text) }
        let all = [main] + others
        let values = all.map { trends in
            Dictionary(
                trends.series.compactMap { bucket in
                    bucket.averageValue.map { (bucket.startDate, $0) }
                }
            ) { first, _ in first }
        }
        let days = Set(all.flatMap(\.series).map(\.startDate)).sorted()
        return DataTable(
            caption: "Averages by \(main.interval.rawValue)",
            columns: ["startDate"] + all.map { NumberText.name($0.metric, in: $0.unit) },
            rows: days.map { day in
                [day.description] + values.map { $0[day].map(text) ?? "" }
            })
    }
}

extension Insights.TrendsResponse {
    /// A row for each bucket, then one for each day of the forecast with its value as the average.
    fileprivate func table(_ text: (Double) -> String) -> DataTable {
        var columns = [
            "startDate", "endDate", "label", "average", "min", "max", "sum", "days", "samples",
        ]
        var rows = series.map { bucket in
            let values = [bucket.averageValue, bucket.minValue, bucket.maxValue, bucket.sum]
            return [bucket.startDate.description, bucket.endDate.description, bucket.displayLabel]
                + values.map { $0.map(text) ?? "" } + ["\(bucket.days)", "\(bucket.sampleCount)"]
        }
        if let forecast, !forecast.isEmpty {
            let empty = Array(repeating: "", count: columns.count - 4)
            columns += ["low", "high"]
            rows = rows.map { $0 + ["", ""] }
            rows += forecast.map { day in
                [day.date.description, day.date.description, "forecast", text(day.value)] + empty
                    + [text(day.low), text(day.high)]
            }
        }
        return DataTable(
            caption: NumberText.name("\(metric) by \(interval.rawValue)", in: shownUnit),
            columns: columns, rows: rows)
    }

    /// The unit for people.
    fileprivate var shownUnit: String { UnitText.short(unit, of: metric) }

    /// The title in words: `Steps a day, by month` or `Heart rate, by week`.
    fileprivate var pictureTitle: String {
        let isTotal = kind == MetricKind.cumulative.rawValue || kind == MetricKind.duration.rawValue
        let name = MetricTitle.title(metric) + (isTotal ? " a day" : "")
        return isTotal && interval == .day ? name : "\(name), by \(interval.rawValue)"
    }

    /// The point of a bucket, moved by `days` days; nil if the bucket has no average.
    fileprivate func point(_ bucket: Insights.Bucket, movedBy days: Int = 0) -> SeriesPoint? {
        guard let average = bucket.averageValue else { return nil }
        return SeriesPoint(
            start: bucket.startDate.advanced(by: days), end: bucket.endDate.advanced(by: days),
            value: average, label: bucket.displayLabel,
            detail: "\(bucket.displayLabel): average \(NumberText.short(average)), "
                + "min \(NumberText.short(bucket.minValue ?? average)), "
                + "max \(NumberText.short(bucket.maxValue ?? average)), "
                + NumberText.count(bucket.sampleCount, "sample"), isPartial: bucket.partial)
    }

    /// The previous period, shifted to the first day of this one. A single bucket is drawn as a
    /// level line up to the bucket that it is compared with. Nil without a previous period.
    fileprivate var overlay: TrendChart.Overlay? {
        guard let previous, let first = previous.first, let level = first.averageValue,
            let start = series.first
        else { return nil }
        let tone = TrendChart.Overlay.tones[0]
        if let compared = series.first(where: { $0.startDate > first.startDate }),
            series.contains(where: { $0.startDate == first.startDate })
        {
            return TrendChart.Overlay(
                name: "the \(interval.rawValue) before", unit: shownUnit, tone: tone,
                points: [
                    SeriesPoint(
                        start: first.startDate, end: compared.startDate.advanced(by: -1),
                        value: level, label: first.displayLabel),
                    SeriesPoint(
                        start: compared.startDate, end: compared.endDate,
                        value: level, label: first.displayLabel),
                ], isPreviousPeriod: true)
        }
        let days = first.startDate.distance(to: start.startDate)
        return TrendChart.Overlay(
            name: "the period before", unit: shownUnit, tone: tone,
            points: previous.compactMap { point($0, movedBy: days) }, isPreviousPeriod: true)
    }
}
