import CivilTime
import Contracts
import Metrics

/// Formats trends as text.
enum TrendText {
    static func heading(_ trends: Insights.TrendsResponse) -> String {
        let stale = trends.stale ? ", newer samples are not included yet" : ""
        let name = NumberText.name(trends.metric, in: trends.unit)
        return "\(name), by \(trends.interval.rawValue)\(choice(trends))\(stale)"
    }

    /// The origin of the interval, and the option that makes it automatic.
    private static func choice(_ trends: Insights.TrendsResponse) -> String {
        if let remembered = trends.remembered {
            return " (automatic; \(remembered.rawValue) is remembered until the data allows it)"
        }
        if trends.isAutomatic { return " (automatic)" }
        return trends.isRemembered == true
            ? " (remembered; --interval auto for automatic)" : ""
    }

    /// The number of days of each source; nil if no source has days.
    static func sources(_ sources: [Insights.SourceDays]?) -> String? {
        let present = (sources ?? []).filter { $0.days > 0 }
        guard !present.isEmpty else { return nil }
        let words = present.map { "\($0.name) \(NumberText.days($0.days))" }
        return "Sources: \(words.joined(separator: ", "))"
    }

    static func table(
        _ response: Insights.TrendsResponse, isRanged: Bool, _ output: Output
    ) -> String {
        let trends = response.inPercent
        guard !trends.series.isEmpty else { return empty(trends, isRanged: isRanged) }
        var lines = [
            output.styled(heading(trends), .bold),
            trends.hasNumbers ? numbers(trends, output) : answers(trends, output),
        ]
        if let sources = sources(trends.sources) { lines.append(sources) }
        if let comparison = ComparisonText(trends) { lines.append(comparison.text(output)) }
        if let forecast = trends.forecast { lines.append(forecastText(forecast)) }
        let others = trends.availableIntervals.filter { $0 != trends.interval }.map(\.rawValue)
        if !others.isEmpty {
            lines.append(output.styled("Also by: \(others.joined(separator: ", "))", .dim))
        }
        return lines.joined(separator: "\n")
    }

    static func empty(_ trends: Insights.TrendsResponse, isRanged: Bool) -> String {
        "\(heading(trends))\n\(NoDataText.series(trends.metric, isRanged: isRanged))"
    }

    private static func numbers(_ trends: Insights.TrendsResponse, _ output: Output) -> String {
        let columns = Column.shown(of: trends)
        var table = TextTable(
            [(trends.interval.rawValue, .left)]
                + columns.map { ($0.title(trends), .right) } + [("", .left)])
        for bucket in trends.series {
            table.add(
                [bucket.displayLabel] + columns.map { $0.text(bucket) }
                    + [bucket.partial ? "partial" : ""])
        }
        return table.text(output)
    }

    /// The latest answer of each bucket.
    private static func answers(_ trends: Insights.TrendsResponse, _ output: Output) -> String {
        var table = TextTable([
            (trends.interval.rawValue, .left), ("latest", .left), ("on", .left), ("days", .right),
            ("", .left),
        ])
        for bucket in trends.series {
            table.add([
                bucket.displayLabel, bucket.latest?.text ?? "-",
                bucket.latestAt?.description ?? "-", NumberText.count(bucket.days),
                bucket.partial ? "partial" : "",
            ])
        }
        return table.text(output)
    }

    static let tooFewDays = "Too few days for a forecast."

    static func forecastText(_ forecast: [Insights.ForecastDay]) -> String {
        guard !forecast.isEmpty else { return tooFewDays }
        let days = forecast.map { day in
            "  \(day.date)  \(NumberText.short(day.value)), between "
                + "\(NumberText.short(day.low)) and \(NumberText.short(day.high))"
        }
        return (["Forecast:"] + days).joined(separator: "\n")
    }

    /// A column of a table of buckets.
    private enum Column {
        case average, min, max, sum, yesDays, days, samples

        /// The columns that apply: discrete metrics have no sum, yes/no activities no extremes.
        static func shown(of trends: Insights.TrendsResponse) -> [Column] {
            if trends.isYesNo == true { return [.average, .yesDays, .days] }
            return trends.kind == MetricKind.discrete.rawValue
                ? [.average, .min, .max, .days, .samples]
                : [.average, .min, .max, .sum, .days, .samples]
        }

        func title(_ trends: Insights.TrendsResponse) -> String {
            switch self {
            case .average: trends.isYesNo == true ? "done" : "average"
            case .min: "min"
            case .max: "max"
            case .sum: "sum"
            case .yesDays: "days done"
            case .days: trends.isYesNo == true ? "days due" : "days"
            case .samples: "samples"
            }
        }

        func text(_ bucket: Insights.Bucket) -> String {
            func number(_ value: Double?) -> String { value.map(NumberText.short) ?? "-" }
            return switch self {
            case .average:
                bucket.yesDays == nil
                    ? number(bucket.averageValue)
                    : bucket.averageValue.map { NumberText.share($0 / 100) } ?? "-"
            case .min: number(bucket.minValue)
            case .max: number(bucket.maxValue)
            case .sum: number(bucket.sum)
            case .yesDays: NumberText.count(bucket.yesDays ?? 0)
            case .days: NumberText.count(bucket.days)
            case .samples: NumberText.count(bucket.sampleCount)
            }
        }
    }
}

extension Insights.TrendsResponse {
    /// The trend with yes/no values in percent of the due days; other trends are unchanged.
    var inPercent: Insights.TrendsResponse {
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
