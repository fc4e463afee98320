import ArgumentParser
import CivilTime
import Contracts
import Metrics
import RPC
import Tracker

struct DaysCommand: UnaryCommand {
    static let configuration = CommandConfiguration(
        commandName: "days", abstract: "Show daily totals of a metric.",
        discussion: """
            EXAMPLES:
              dayline days steps --from 2026-10-01 --to 2026-10-31
              dayline days steps --by-source
            """)
    static let method = Insights.days

    @Argument(
        help: "Metric, such as stepCount.", completion: .custom(NameCompletion.metrics))
    var metric: String

    @OptionGroup var range: DateRangeOptions
    @OptionGroup var asOf: AsOfOption
    @OptionGroup var zoneOption: ZoneOption

    @Flag(help: "Add the total of each source before merging.")
    var bySource = false

    @OptionGroup var globals: GlobalOptions

    var request: Insights.DaysRequest {
        Insights.DaysRequest(
            name: metric, from: range.from, to: range.end(asOf), zone: zoneOption.zone,
            bySource: bySource ? true : nil)
    }

    /// The number of days with data that the text lists without a range.
    private static let usualDays = 30

    func text(_ totals: Insights.DaysResponse, _ output: Output) -> String {
        let isRanged = range.isLimited || asOf.on != nil
        guard !totals.days.isEmpty else {
            return NoDataText.series(totals.metric, isRanged: isRanged)
        }
        let days = isRanged ? totals.days[...] : totals.days.suffix(Self.usualDays)
        let columns = DayTotalColumn.shown(of: totals.kind)
        let sources = Set(days.flatMap { ($0.bySource ?? [:]).keys }).sorted()
        var table = TextTable(
            [("day", .left)] + columns.map { ($0.rawValue, .right) } + [("samples", .right)]
                + sources.map { ($0, .right) })
        for day in days {
            table.add(
                [day.day.description]
                    + columns.map { $0.value(of: day).map(NumberText.short) ?? "" }
                    + [NumberText.count(day.samples)]
                    + sources.map { day.bySource?[$0].map(NumberText.short) ?? "" })
        }
        var lines = [NumberText.name(totals.metric, in: totals.unit), table.text(output)]
        if days.count < totals.days.count, let first = totals.days.first {
            lines.append(
                "The last \(days.count) of \(NumberText.days(totals.days.count)). "
                    + "See all with: dayline days \(quoted(totals.metric)) --from \(first.day)")
        }
        return lines.joined(separator: "\n")
    }
}

/// A column of day totals.
private enum DayTotalColumn: String, CaseIterable {
    case sum, average, min, max, last

    /// The columns that apply to a kind: discrete metrics have no sum, categories no average.
    static func shown(of kind: String) -> [DayTotalColumn] {
        switch MetricKind(rawValue: kind) {
        case .discrete: [.average, .min, .max, .last]
        case .category: [.min, .max, .last]
        case .cumulative, .duration, nil: allCases
        }
    }

    func value(of day: Insights.DaysResponse.Total) -> Double? {
        switch self {
        case .sum: day.sum
        case .average: day.average
        case .min: day.min
        case .max: day.max
        case .last: day.last
        }
    }
}
