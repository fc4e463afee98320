package import CivilTime
package import Tracking

extension Diary {
    /// The day's number of an activity: its total where it is cumulative, else the newest number.
    package func dayValue(of activity: Activity, on day: CivilDate) -> Double? {
        Standing(
            of: activity.configuration(on: day), entries: entries(of: activity.id, on: day)
        ).value
    }

    /// The day values from `first` to `last`, oldest first, days without one left out.
    package func dayValues(
        of activity: Activity, from first: CivilDate, through last: CivilDate
    ) -> [(day: CivilDate, value: Double)] {
        entries(of: activity.id).keys
            .filter { first <= $0 && $0 <= last }.sorted()
            .compactMap { day in dayValue(of: activity, on: day).map { (day, $0) } }
    }

    /// One number for several days: each day first, then the sum or mean of the days.
    package func value(
        of activity: Activity, from first: CivilDate, through last: CivilDate
    ) -> Double? {
        let values = dayValues(of: activity, from: first, through: last).map(\.value)
        guard !values.isEmpty else { return nil }
        let sum = values.reduce(0, +)
        if case .cumulative(_, .sum) = activity.configuration(on: last).kind { return sum }
        return sum / Double(values.count)
    }

    /// The newest number ever logged up to `last`.
    package func latestValue(of activity: Activity, asOf last: CivilDate) -> Double? {
        latestNumber(in: entries(of: activity.id).filter { $0.key <= last }.flatMap(\.value))
    }
}

/// The number of the newest completed entry that has one; of a day's entries the last is the newest.
package func latestNumber(in entries: [Entry]) -> Double? {
    var latest: (day: CivilDate, value: Double)?
    for entry in entries {
        guard let value = entry.outcome.value else { continue }
        if let known = latest, known.day > entry.day { continue }
        latest = (entry.day, value)
    }
    return latest?.value
}
