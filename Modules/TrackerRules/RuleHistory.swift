import CivilTime
import Tracker

/// The rules of one activity over all days.
struct RuleHistory: Sendable {
    /// Consecutive days with the same rules, up to the next span.
    struct Span: Sendable {
        var first: CivilDate
        /// True if the activity existed, was not paused, and the dates exist in the time zone.
        var isAvailable: Bool
        /// The index of the container in the history of the profile; nil at the top level.
        var container: Int?
        var rules: DayRules

        /// True if a day under rules for single days counts: the activity was available, due and not
        /// passive.
        func isExpected(on day: CivilDate) -> Bool {
            isAvailable && !rules.isPassive && rules.recurs(on: day)
        }
    }

    /// Oldest first. The first span has no start, the last no end.
    private let spans: [Span]
    /// True if some days are judged by the week or month.
    let hasPeriods: Bool
    /// True if some days are judged by a limit.
    let hasLimits: Bool

    /// True if some days are judged by the week or month, or by a limit.
    var hasLateResults: Bool { hasPeriods || hasLimits }

    /// `missingDays` are dates that do not exist in the person's time zone.
    init(
        _ activity: Activity, without missingDays: Set<CivilDate>, index: (Activity.ID) -> Int?
    ) {
        let spans = Self.changeDays(of: activity, without: missingDays).map { day in
            Span(
                first: day,
                isAvailable: activity.isAvailable(on: day) && !missingDays.contains(day),
                container: activity.parent(on: day).flatMap(index),
                rules: DayRules(
                    activity.configuration(on: day), since: activity.scheduleStart(on: day)))
        }
        self.spans = spans
        hasPeriods = spans.contains { $0.rules.period != nil }
        hasLimits = spans.contains { $0.rules.isLimit }
    }

    /// Every day on which the rules can change.
    private static func changeDays(
        of activity: Activity, without missingDays: Set<CivilDate>
    ) -> [CivilDate] {
        var days: Set = [CivilDate(days: .min), activity.created]
        for day in missingDays { days.formUnion([day, day.advanced(by: 1)]) }
        for snapshot in activity.history.snapshots {
            days.formUnion([snapshot.first, snapshot.last.advanced(by: 1)])
        }
        if let pause = activity.pause {
            days.insert(pause.since.advanced(by: 1))
        }
        for pause in activity.pastPauses {
            days.formUnion([pause.since, pause.last].map { $0.advanced(by: 1) })
        }
        return days.sorted()
    }

    /// The span that contains `day`. Most queries are about the last span.
    subscript(day: CivilDate) -> Span {
        var low = 0
        var high = spans.count - 1
        if spans[high].first <= day { return spans[high] }
        while high - low > 1 {
            let middle = (low + high) / 2
            if spans[middle].first <= day { low = middle } else { high = middle }
        }
        return spans[low]
    }
}
