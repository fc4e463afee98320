package import Contracts
import HealthMetrics
import Tracker

extension Insights.DaysResponse {
    /// The number of days with data that the text lists without a range.
    private static let usualDays = 30

    /// A row for each day. `isRanged` is true if an option limits the days.
    package func text(isRanged: Bool, _ styler: some TextStyler) -> String {
        guard !days.isEmpty else { return NoDataText.series(metric, isRanged: isRanged) }
        let shown = isRanged ? days[...] : days.suffix(Self.usualDays)
        let columns = DayTotalColumn.shown(of: kind)
        let sources = Set(shown.flatMap { ($0.bySource ?? [:]).keys }).sorted()
        let table = TextTable(
            of: shown,
            [.left("day", \.day)]
                + columns.map { column in
                    .right(column.rawValue) { NumberText.cell(column.value(of: $0)) }
                } + [.right("samples", \.samples)]
                + sources.map { source in
                    .right(source) { NumberText.cell($0.bySource?[source]) }
                })
        var lines = [UnitText.heading(metric, in: unit), table.text(styler)]
        if shown.count < days.count, let first = days.first {
            lines.append(
                "The last \(shown.count) of \(NumberText.days(days.count)). "
                    + "See all with: dayline days \(quoted(metric)) --from \(first.day)")
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
