package import CivilTime
package import Tracker

extension ActivityHistory {
    /// The day value of an activity as of `today`, in the unit of `today`: the total of a cumulative day,
    /// else the newest number. Nil without a number, or if the units cannot be converted.
    package func dayValue(
        of activity: Activity, on day: CivilDate, asOf today: CivilDate
    ) -> Double? {
        index(of: activity).flatMap { dayValue(of: $0, on: day, asOf: today) }
    }

    private func dayValue(of index: Int, on day: CivilDate, asOf today: CivilDate) -> Double? {
        let rules = tracked[index].ruleHistory[day].rules
        return DayStatus(
            by: rules, tracked[index].history.totals(of: day, by: rules), isOver: true,
            countsWithoutEntry: false
        ).value.flatMap { tracked[index].activity.convertedValue($0, from: day, to: today) }
    }

    /// The day values from `first` to `last` as of `today`, oldest first, without days that have none.
    package func dayValues(
        of activity: Activity, from first: CivilDate, through last: CivilDate,
        asOf today: CivilDate
    ) -> [(day: CivilDate, value: Double)] {
        guard let index = index(of: activity) else { return [] }
        return loggedDays(of: index, from: first, through: last)
            .compactMap { day in dayValue(of: index, on: day, asOf: today).map { (day, $0) } }
    }

    /// The days from `first` to `last` with an entry, oldest first.
    func loggedDays(
        of index: Int, from first: CivilDate, through last: CivilDate
    ) -> [CivilDate] {
        let history = tracked[index].history
        var days: [CivilDate] = []
        for entry in history.range(from: first, through: last)
        where days.last != history.states[entry].day {
            days.append(history.states[entry].day)
        }
        return days
    }

    /// The days on which an activity was partly completed; they do not extend a streak.
    package func unfinishedDays(of activity: Activity) -> [CivilDate] {
        guard let index = index(of: activity) else { return [] }
        return loggedDays(of: index, from: .distantPast, through: .distantFuture).filter { day in
            tracked[index].history.totals(of: day, by: tracked[index].ruleHistory[day].rules)
                .hasCompletion
                && !dayStatus(of: index, on: day, asOf: .distantFuture).extendsStreak
        }
    }

    /// The due days before `today` without a completion or skip, ascending.
    package func missedDays(of activity: Activity, asOf today: CivilDate) -> [CivilDate] {
        guard let index = index(of: activity) else { return [] }
        let first = max(
            tracked[index].activity.created, today.advanced(by: -Self.missedLimitInDays))
        guard first < today else { return [] }
        return (0..<first.distance(to: today)).map { first.advanced(by: $0) }.filter { day in
            mark(of: activity, on: day, asOf: today) == .missed
                && !tracked[index].history.totals(
                    of: day, by: tracked[index].ruleHistory[day].rules
                )
                .hasCompletion
        }
    }

    /// The number of days to search back for missed days: a century.
    private static let missedLimitInDays = 36_525

    /// The value of several days as of `today`: the sum or mean of the day values; nil without any.
    func value(
        of activity: Activity, from first: CivilDate, through last: CivilDate,
        asOf today: CivilDate
    ) -> Double? {
        let values = dayValues(of: activity, from: first, through: last, asOf: today)
            .map(\.value)
        guard !values.isEmpty else { return nil }
        let sum = values.reduce(0, +)
        if case .cumulative(_, .sum) = activity.configuration(on: today).kind { return sum }
        return sum / Double(values.count)
    }

    /// The first and the last day through `last` with a number; nil without one.
    func daysWithNumber(
        of activity: Activity, through last: CivilDate
    ) -> ClosedRange<CivilDate>? {
        let marks = (history(of: activity.id)?.states ?? []).prefix { $0.day <= last }
        guard let first = marks.first(where: { $0.value != nil }),
            let last = marks.last(where: { $0.value != nil })
        else { return nil }
        return first.day...last.day
    }

    /// The newest number through `last`, in the unit of `last`. Numbers whose unit cannot be converted are
    /// skipped; nil without a number.
    package func latestValue(of activity: Activity, asOf last: CivilDate) -> Double? {
        guard let history = history(of: activity.id) else { return nil }
        return history.range(from: .distantPast, through: last).reversed().lazy
            .compactMap { index in
                let state = history.states[index]
                return state.value.flatMap {
                    activity.convertedValue($0, from: state.day, to: last)
                }
            }.first
    }
}
