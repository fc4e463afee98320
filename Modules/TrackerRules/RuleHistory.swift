import CivilTime
import Tracker

/// The rules of one activity through all of time.
struct RuleHistory: Sendable {
    /// Days on end over which the same holds, up to the next period.
    struct Span: Sendable {
        var first: CivilDate
        /// It existed, was not paused, and the days were days.
        var isAvailable: Bool
        /// The place of the container it was in, among the activities of a diary.
        var container: Int?
        var rules: DayRules

        /// Whether a rate or streak counts `day`: it was there, due, and not passive.
        func isExpected(on day: CivilDate) -> Bool {
            isAvailable && !rules.isPassive && rules.recurs(on: day)
        }
    }

    /// Oldest first; the first holds since ever, the last for good.
    private let periods: [Span]

    /// `missingDays` are dates that the person's clocks left out.
    init(
        _ activity: Activity, without missingDays: Set<CivilDate>, index: (Activity.ID) -> Int?
    ) {
        periods = Self.changeDays(of: activity, without: missingDays).map { day in
            Span(
                first: day,
                isAvailable: activity.isAvailable(on: day) && !missingDays.contains(day),
                container: activity.parent(on: day).flatMap(index),
                rules: DayRules(activity.configuration(on: day)))
        }
    }

    /// Every day from which something else may hold.
    private static func changeDays(
        of activity: Activity, without missingDays: Set<CivilDate>
    ) -> [CivilDate] {
        var turns: Set = [CivilDate(days: .min), activity.created]
        for day in missingDays { turns.formUnion([day, day.advanced(by: 1)]) }
        for snapshot in activity.history.snapshots {
            turns.formUnion([snapshot.first, snapshot.last.advanced(by: 1)])
        }
        if let pause = activity.pause {
            turns.insert(pause.since.advanced(by: 1))
        }
        for pause in activity.pastPauses {
            turns.formUnion([pause.since, pause.last].map { $0.advanced(by: 1) })
        }
        return turns.sorted()
    }

    /// What holds on `day`. Most questions are about the last period.
    subscript(day: CivilDate) -> Span {
        var low = 0
        var high = periods.count - 1
        if periods[high].first <= day { return periods[high] }
        while high - low > 1 {
            let middle = (low + high) / 2
            if periods[middle].first <= day { low = middle } else { high = middle }
        }
        return periods[low]
    }
}
