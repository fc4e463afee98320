package import CivilTime
package import Tracker

/// The number and width of an activity's bars.
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

    /// 1 for the short ranges, 7 for the long ones.
    package var daysPerBar: Int {
        switch self {
        case .week, .month, .quarter: 1
        case .sixMonths, .year, .threeYears: 7
        }
    }
}

/// The value of an activity over a day or a week.
package struct Bar: Hashable, Sendable {
    package var first: CivilDate
    package var last: CivilDate
    /// Nil without a value.
    package var value: Double?
    /// The target by the configuration of the days until today; nil without one.
    package var target: Double?
}

extension ActivityHistory {
    /// The bars of an activity, oldest first; the newest is the day or week of `today`.
    ///
    /// A checkbox counts completed sessions, a cumulative activity sums or averages its days, other numbers
    /// are averaged over the days with a value, and a container shows its mean completion in percent. Unit
    /// and kind are those of `today`. Days before creation have values only if they have entries.
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
                    of: activity, from: first, through: min(last, today), asOf: today),
                target: barTarget(of: activity, from: first, through: min(last, today)))
        }
    }

    /// The target of the last expected day; of a sum, the sum of the targets of the expected days. Nil if
    /// no day is expected, such as before creation. A weekly target is that of a bar of a week.
    private func barTarget(
        of activity: Activity, from first: CivilDate, through last: CivilDate
    ) -> Double? {
        if let day = (0...max(0, first.distance(to: last))).lazy
            .map({ last.advanced(by: -$0) }).first(where: { activity.isAvailable(on: $0) }),
            let period = activity.configuration(on: day).kind.targetPeriod
        {
            let isWeek = first < last && period.name == .week
            return isWeek ? activity.configuration(on: day).kind.quantity?.target : nil
        }
        let kinds = (0...max(0, first.distance(to: last))).map(first.advanced(by:))
            .filter { isExpected(activity, on: $0) }
            .map { activity.configuration(on: $0).kind }
        guard first < last, case .cumulative(_, by: .sum) = kinds.last else {
            return kinds.last?.quantity?.target
        }
        let targets = kinds.compactMap { $0.quantity?.target }
        return targets.isEmpty ? nil : targets.reduce(0, +)
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
            guard let index = index(of: activity) else { return nil }
            let days = loggedDays(of: index, from: first, through: last)
            if days.isEmpty, last < activity.created { return nil }
            return Double(days.reduce(0) { $0 + dayStatus(of: index, on: $1).completed.count })
        case .container:
            let rate = completionRate(
                of: activity, days: first.distance(to: last) + 1, endingOn: last)
            return rate.expected > 0 ? rate.value * 100 : nil
        }
    }
}
