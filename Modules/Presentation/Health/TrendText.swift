package import CivilTime
package import Contracts
import HealthMetrics

extension Insights.TrendsResponse {
    /// The metric, the interval and its origin.
    package var heading: String {
        let stale = stale ? ", newer samples are not included yet" : ""
        let name = UnitText.heading(metric, in: unit)
        return "\(name), by \(interval.rawValue)\(intervalOrigin)\(stale)"
    }

    /// The origin of the interval, and the option that makes it automatic.
    private var intervalOrigin: String {
        if let remembered {
            return " (automatic; \(remembered.rawValue) is remembered until the data allows it)"
        }
        if isAutomatic { return " (automatic)" }
        return isRemembered == true ? " (remembered; --interval auto for automatic)" : ""
    }

    /// A table of the buckets, with sources, comparison and forecast. `isRanged` is true if an
    /// option limits the days.
    package func text(isRanged: Bool, _ styler: some TextStyler) -> String {
        let trends = inPercent
        guard !trends.series.isEmpty else { return trends.emptyText(isRanged: isRanged) }
        var lines = [
            styler.styled(trends.heading, .bold), trends.table.text(styler),
            trends.sources.flatMap(TrendText.sources), ComparisonText(trends)?.text(styler),
            trends.streak.map { TrendText.streak($0) }, trends.forecast.map(TrendText.forecast),
        ].compactMap(\.self)
        let others = trends.availableIntervals.filter { $0 != trends.interval }.map(\.rawValue)
        if !others.isEmpty {
            lines.append(styler.styled("Also by: \(others.joined(separator: ", "))", .dim))
        }
        return lines.joined(separator: "\n")
    }

    func emptyText(isRanged: Bool) -> String {
        "\(heading)\n\(NoDataText.series(metric, isRanged: isRanged))"
    }

    private var table: TextTable {
        guard hasNumbers else { return answerTable }
        let columns = TrendColumn.shown(of: self)
        return TextTable(
            of: series,
            [.left(interval.rawValue, \.displayLabel)]
                + columns.map { column in .right(column.title(self)) { column.text($0) } }
                + [.left("") { $0.partial ? "partial" : "" }])
    }

    /// The latest answer of each bucket.
    private var answerTable: TextTable {
        TextTable(
            of: series, .left(interval.rawValue, \.displayLabel),
            .left("latest") { $0.latest?.text ?? "-" },
            .left("on") { $0.latestAt?.description ?? "-" }, .right("days", \.days),
            .left("") { $0.partial ? "partial" : "" }
        )
    }

    /// True if a bucket has a number, not only text answers.
    package var hasNumbers: Bool { series.contains { $0.averageValue != nil } }
}

/// Formats parts of trends as text.
package enum TrendText {
    /// The number of days of each source; nil if no source has days.
    static func sources(_ sources: [Insights.SourceDays]) -> String? {
        let present = sources.filter { $0.days > 0 }
        guard !present.isEmpty else { return nil }
        let words = present.map { "\($0.name) \(NumberText.days($0.days))" }
        return "Sources: \(words.joined(separator: ", "))"
    }

    /// The current and the longest streak, such as `Streak: 1 day, longest 12 days`.
    package static func streak(
        _ streak: Insights.Streak, day: (CivilDate) -> String = \.description
    ) -> String {
        "Streak: \(NumberText.days(streak.current)), longest \(NumberText.days(streak.best))"
            + (streak.current == 0 ? streak.lastDate.map { ", last on \(day($0))" } ?? "" : "")
    }

    package static let tooFewDays = "Too few days for a forecast."

    static func forecast(_ forecast: [Insights.ForecastDay]) -> String {
        guard !forecast.isEmpty else { return tooFewDays }
        let days = forecast.map { day in
            "  \(day.date)  \(NumberText.short(day.value)), between "
                + "\(NumberText.short(day.low)) and \(NumberText.short(day.high))"
        }
        return (["Forecast:"] + days).joined(separator: "\n")
    }
}

/// A column of a table of buckets.
private enum TrendColumn {
    case average, min, max, sum, yesDays, days, samples

    /// The columns that apply: discrete metrics have no sum, yes/no activities no extremes.
    static func shown(of trends: Insights.TrendsResponse) -> [TrendColumn] {
        if trends.isYesNo == true { return [.average, .yesDays, .days] }
        return trends.kind == MetricKind.discrete.rawValue
            ? [.average, .min, .max, .days, .samples]
            : [.average, .min, .max, .sum, .days, .samples]
    }

    func title(_ trends: Insights.TrendsResponse) -> String {
        switch self {
        case .average: trends.isYesNo == true ? "done" : "average"
        case .yesDays: "days done"
        case .days: trends.isYesNo == true ? "days due" : "days"
        case .min, .max, .sum, .samples: "\(self)"
        }
    }

    func text(_ bucket: Insights.Bucket) -> String {
        switch self {
        case .average:
            bucket.yesDays == nil
                ? NumberText.short(bucket.averageValue)
                : NumberText.share(bucket.averageValue.map { $0 / 100 })
        case .min: NumberText.short(bucket.minValue)
        case .max: NumberText.short(bucket.maxValue)
        case .sum: NumberText.short(bucket.sum)
        case .yesDays: NumberText.count(bucket.yesDays ?? 0)
        case .days: NumberText.count(bucket.days)
        case .samples: NumberText.count(bucket.sampleCount)
        }
    }
}

extension Insights.TrendsResponse {
    /// The trend with yes/no values in percent of the due days; other trends are unchanged.
    package var inPercent: Insights.TrendsResponse {
        guard isYesNo == true else { return self }
        var shown = self
        shown.unit = "%"
        func percent(_ bucket: Insights.Bucket) -> Insights.Bucket {
            var bucket = bucket
            bucket.averageValue = bucket.averageValue.map { $0 * 100 }
            bucket.minValue = bucket.minValue.map { $0 * 100 }
            bucket.maxValue = bucket.maxValue.map { $0 * 100 }
            return bucket
        }
        shown.series = series.map(percent)
        shown.previous = previous?.map(percent)
        shown.change?.absolute *= 100
        shown.forecast = forecast?.map { day in
            Insights.ForecastDay(
                date: day.date, value: day.value * 100, low: day.low * 100, high: day.high * 100)
        }
        return shown
    }

    /// Values that the axis includes besides those of the data.
    var axisBounds: [Double] { isYesNo == true ? [0, 100] : [] }
}
