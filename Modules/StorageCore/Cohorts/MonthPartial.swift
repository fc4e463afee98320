import CivilTime
package import Contracts
import HealthMetrics

/// The days of a metric in a month: sums of several partials can be added in any order with the same result.
package struct MonthPartial: Hashable, Sendable {
    /// The number of the month: 12 times the year, and the number of months before it in the year.
    package private(set) var month: Int32
    /// The number of days with a value.
    package private(set) var days: Int64
    /// The sum of their values, each rounded to a multiple of 10^-9 of the metric's unit, in these multiples.
    package private(set) var sum: Int128

    /// The number of multiples in a unit.
    package static let scale = 1e9
    /// The greatest value of a day in multiples; the sum of a month fits `Int128`.
    private static let limit = 1e36

    /// The partials of a metric from the totals of all days of some months, both ascending. Metrics outside of
    /// the table have none, since their units differ between people, and categories have none, since their
    /// values are not amounts.
    package static func all(of metric: String, _ totals: DayColumns) -> [MonthPartial] {
        guard let kind = Metric.known(key: metric)?.kind, kind != .category else { return [] }
        var partials: [MonthPartial] = []
        var lastDay = Int32.min
        for index in totals.day.indices {
            guard let value = value(kind, totals, index) else { continue }
            if partials.isEmpty || totals.day[index] > lastDay {
                let month = CalendarMonth(of: totals.day[index])
                lastDay = month.days.to
                partials.append(MonthPartial(month: month.number, days: 0, sum: 0))
            }
            partials[partials.count - 1].days += 1
            partials[partials.count - 1].sum += value
        }
        return partials
    }

    /// The value of a day as trends show it, in multiples; nil without one.
    private static func value(
        _ kind: MetricKind, _ totals: DayColumns, _ index: Int
    ) -> Int128? {
        let value: Double
        switch kind {
        case .cumulative, .duration: value = totals.sum[index]
        case .discrete, .category:
            guard totals.count[index] > 0 else { return nil }
            value = totals.rawSum[index] / Double(totals.count[index])
        }
        let multiples = (value * scale).rounded(.toNearestOrEven)
        return multiples.magnitude <= limit ? Int128(exactly: multiples) : nil
    }
}

/// A month of the calendar.
package struct CalendarMonth: Hashable, Sendable {
    /// 12 times the year, and the number of months before it in the year.
    package let number: Int32
    package let days: DaySpan

    package init(of day: Int32) {
        let (year, month, dayOfMonth) = CivilDate(days: day).components
        number = Int32(clamping: year * 12 + month - 1)
        let first = Int(day) - (dayOfMonth - 1)
        days = DaySpan(
            from: Int32(clamping: first),
            to: Int32(clamping: first + CivilDate.lengthOfMonth(month, in: year) - 1))
    }

    /// The month with a number from year 0 on as `YYYY-MM`.
    static func text(_ number: Int) -> String {
        let (year, month) = (number / 12, number % 12 + 1)
        return String(repeating: "0", count: max(0, 4 - "\(year)".count)) + "\(year)"
            + (month < 10 ? "-0\(month)" : "-\(month)")
    }
}

extension DaySpan {
    /// The months with days of the span.
    package var wholeMonths: DaySpan {
        DaySpan(from: CalendarMonth(of: from).days.from, to: CalendarMonth(of: to).days.to)
    }
}
