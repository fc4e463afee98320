package import CivilTime
package import Tracker

extension ActivityHistory {
    /// The day's number of an activity as of `today`: its total where it was cumulative on the day, else
    /// the newest number, in the unit of today; nil without one, and where it means nothing in that.
    package func dayValue(
        of activity: Activity, on day: CivilDate, asOf today: CivilDate
    ) -> Double? {
        index(of: activity).flatMap { dayValue(of: $0, on: day, asOf: today) }
    }

    private func dayValue(of place: Int, on day: CivilDate, asOf today: CivilDate) -> Double? {
        let rules = tracks[place].timeline[day].rules
        return DayStatus(by: rules, tracks[place].history.log(of: day, by: rules)).value
            .flatMap { tracks[place].activity.convertedValue($0, from: day, to: today) }
    }

    /// The day values from `first` to `last` as of `today`, oldest first, days without one left out.
    package func dayValues(
        of activity: Activity, from first: CivilDate, through last: CivilDate,
        asOf today: CivilDate
    ) -> [(day: CivilDate, value: Double)] {
        guard let place = index(of: activity) else { return [] }
        return loggedDays(of: place, from: first, through: last)
            .compactMap { day in dayValue(of: place, on: day, asOf: today).map { (day, $0) } }
    }

    /// The days from `first` to `last` with an entry, oldest first.
    func loggedDays(
        of place: Int, from first: CivilDate, through last: CivilDate
    ) -> [CivilDate] {
        let ledger = tracks[place].history
        var days: [CivilDate] = []
        for entry in ledger.range(from: first, through: last)
        where days.last != ledger.marks[entry].day {
            days.append(ledger.marks[entry].day)
        }
        return days
    }

    /// The days on which something was completed, and not all that was asked for: they add to no
    /// streak.
    package func unfinishedDays(of activity: Activity) -> [CivilDate] {
        guard let place = index(of: activity) else { return [] }
        return loggedDays(of: place, from: .distantPast, through: .distantFuture).filter { day in
            tracks[place].history.log(of: day, by: tracks[place].timeline[day].rules).hasCompletion
                && !dayStatus(of: place, on: day).extendsStreak
        }
    }

    /// The due days before `today` on which an activity was neither completed nor skipped, ascending.
    package func missedDays(of activity: Activity, asOf today: CivilDate) -> [CivilDate] {
        guard let place = index(of: activity) else { return [] }
        let first = max(
            tracks[place].activity.created, today.advanced(by: -Self.missedLimitInDays))
        guard first < today else { return [] }
        return (0..<first.distance(to: today)).map { first.advanced(by: $0) }.filter { day in
            mark(of: activity, on: day, asOf: today) == .missed
                && !tracks[place].history.log(of: day, by: tracks[place].timeline[day].rules)
                    .hasCompletion
        }
    }

    /// How far back missed days are looked for: a century.
    private static let missedLimitInDays = 36_525

    /// One number for several days as of `today`: each day first, then the sum or mean of the days.
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

    /// The first and the last day up to `last` on which a number was logged.
    func daysWithNumber(
        of activity: Activity, through last: CivilDate
    ) -> ClosedRange<CivilDate>? {
        let marks = (history(of: activity.id)?.marks ?? []).prefix { $0.day <= last }
        guard let first = marks.first(where: { $0.value != nil }),
            let last = marks.last(where: { $0.value != nil })
        else { return nil }
        return first.day...last.day
    }

    /// The newest number ever logged up to `last`, in the unit of that day; one that means nothing in it
    /// is passed over.
    package func latestValue(of activity: Activity, asOf last: CivilDate) -> Double? {
        guard let ledger = history(of: activity.id) else { return nil }
        return ledger.range(from: .distantPast, through: last).reversed().lazy
            .compactMap { place in
                let mark = ledger.marks[place]
                return mark.value.flatMap { activity.convertedValue($0, from: mark.day, to: last) }
            }.first
    }
}
