package import CivilTime
package import Tracker

/// How far back the bars of an activity go, and how wide one is.
package enum BarRange: String, CaseIterable, Codable, Sendable {
    case week, month, quarter, sixMonths, year, threeYears

    package var count: Int {
        switch self {
        case .week: 7
        case .month: 30
        case .quarter: 90
        case .sixMonths: 26
        case .year: 52
        case .threeYears: 156
        }
    }

    /// A bar is a day in the near ranges, a week in the far ones.
    package var daysPerBar: Int {
        switch self {
        case .week, .month, .quarter: 1
        case .sixMonths, .year, .threeYears: 7
        }
    }
}

/// What an activity came to over a day or a week.
package struct Bar: Hashable, Sendable {
    package var first: CivilDate
    package var last: CivilDate
    /// `nil` where there is nothing to show.
    package var value: Double?
}

extension ActivityHistory {
    /// The bars of an activity, oldest first; the newest is the day or week of `today`.
    ///
    /// A checkbox counts sessions done, a cumulative activity sums or averages its days, other
    /// numbers are averaged over the days that have one, and a container shows its mean percentage: all
    /// of them in the unit and kind of `today`. Days before it was there have nothing, unless somebody
    /// logged it.
    package func bars(
        of activity: Activity, over range: BarRange, endingOn today: CivilDate,
        weekStart: WeekStart = .monday
    ) -> [Bar] {
        let newest =
            range.daysPerBar == 1
            ? today : Interval.week.bucket(containing: today, weekStart: weekStart).end
        return (0..<range.count).reversed().map { back in
            let last = newest.advanced(by: -back * range.daysPerBar)
            let first = last.advanced(by: 1 - range.daysPerBar)
            return Bar(
                first: first, last: last,
                value: barValue(
                    of: activity, from: first, through: min(last, today), asOf: today))
        }
    }

    private func barValue(
        of activity: Activity, from first: CivilDate, through last: CivilDate,
        asOf today: CivilDate
    ) -> Double? {
        if first == last, missingDays.contains(first) { return nil }
        switch activity.configuration(on: today).kind {
        case .value, .cumulative, .metric(.value):
            return value(of: activity, from: first, through: last, asOf: today)
        case .checkbox, .answer, .metric:
            guard let place = index(of: activity) else { return nil }
            let days = loggedDays(of: place, from: first, through: last)
            if days.isEmpty, last < activity.created { return nil }
            return Double(days.reduce(0) { $0 + dayStatus(of: place, on: $1).completed.count })
        case .container:
            let rate = completionRate(
                of: activity, days: first.distance(to: last) + 1, endingOn: last)
            return rate.expected > 0 ? rate.value * 100 : nil
        }
    }
}
