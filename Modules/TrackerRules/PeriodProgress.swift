package import CivilTime
import Memberwise
package import Tracker

/// The week or month of an activity as of a day.
@Memberwise
package struct PeriodProgress: Hashable, Sendable {
    /// The first day of the period.
    package var first: CivilDate
    /// The last day of the period.
    package var last: CivilDate
    /// The completed days, or the total, through the day.
    package var done: Double
    /// The completed days, or the total, that the period needs; the limit of an activity with a limit.
    package var needed: Double
    /// True if `needed` is a limit.
    package var isLimit: Bool
    /// The applicable days from the day on, the day included.
    package var daysLeft: Int
    /// The completed days, or the total, before the day.
    var before: Double
    /// True if the day itself has a completion that counts.
    var isDayCompleted: Bool
    var hasCompletion: Bool
    var hasApplicableDay: Bool
    /// True if an incomplete period does not break a streak: it has no applicable day, a part of it was before
    /// the creation, in a pause or under another kind of schedule, or each applicable day that is not
    /// completed was skipped.
    var isExempt: Bool

    /// The effect of the period on a streak as of the day. With `isOver` the period has ended. With
    /// `countsWithoutEntry` a period without an entry is within its limit.
    func effect(isOver: Bool, countsWithoutEntry: Bool) -> StreakEffect {
        let isExceeded = isLimit && done.exceeds(needed)
        let isComplete: Bool
        if isLimit {
            let hasResult = hasCompletion || (countsWithoutEntry && hasApplicableDay)
            isComplete = isOver && !isExceeded && hasResult
        } else {
            isComplete = done.reaches(needed)
        }
        if isComplete { return .extends }
        return (isOver || isExceeded) && !isExempt ? .breaks : .preserves
    }
}

extension ActivityHistory {
    /// The week or month of an activity as of `day`; nil if the activity is judged by the day.
    package func periodProgress(of activity: Activity, on day: CivilDate) -> PeriodProgress? {
        index(of: activity).flatMap { periodProgress(of: $0, on: day) }
    }

    func periodProgress(of index: Int, on day: CivilDate) -> PeriodProgress? {
        tracked[index].ruleHistory[day].rules.period
            .map { periodProgress(of: index, by: $0, at: day, asOf: day) }
    }

    /// The period of `anchor`, a day with `rule`, as of `today`, a day of the same period.
    ///
    /// Vacations and pauses after `today` count. Configurations after `today` do not, so that an edit of
    /// the future changes no result of an earlier day.
    func periodProgress(
        of index: Int, by rule: PeriodRule, at anchor: CivilDate, asOf today: CivilDate
    ) -> PeriodProgress {
        let bucket = rule.period.bucket(containing: anchor)
        let isSameKindToday = rule.isSameKind(as: tracked[index].ruleHistory[today].rules.period)
        var count = PeriodCount(rule: rule)
        var day = bucket.start
        while day <= bucket.end {
            defer { day = day.advanced(by: 1) }
            guard !missingDays.contains(day) else { continue }
            count.days += 1
            let span = tracked[index].ruleHistory[day]
            let isSameKind =
                day <= today ? rule.isSameKind(as: span.rules.period) : isSameKindToday
            guard span.isAvailable, isSameKind else {
                count.isCut = true
                continue
            }
            let isApplicable = !vacations.contains(day)
            if isApplicable {
                count.applicableDays += 1
                if day >= today { count.daysLeft += 1 }
            }
            guard day <= today else { continue }
            if isApplicable, let rule = span.rules.period { count.rule = rule }
            addResult(of: index, by: span.rules, on: day, asOf: today, isApplicable, to: &count)
        }
        return count.progress(from: bucket.start, through: bucket.end)
    }

    /// Adds the completion and the number of a day of a period.
    private func addResult(
        of index: Int, by rules: DayRules, on day: CivilDate, asOf today: CivilDate,
        _ isApplicable: Bool, to count: inout PeriodCount
    ) {
        let totals = tracked[index].history.totals(of: day, by: rules)
        let status =
            rules.isContainer
            ? dayStatus(of: index, by: rules, on: day, asOf: today)
            : DayStatus(
                by: rules, totals, isOver: day < today, countsWithoutEntry: countsWithoutEntry)
        let isCompleted = status.extendsStreak
        if isApplicable, !isCompleted {
            if status.isSkipped { count.hasSkippedDay = true } else { count.hasOpenDay = true }
        }
        let value = totals.numbers == 0 ? nil : status.value
        count.add(
            isCompleted: isCompleted,
            value: value.flatMap {
                tracked[index].activity.convertedValue($0, from: day, to: today)
            },
            isToday: day == today)
    }
}

/// The sums over the days of a period.
private struct PeriodCount {
    /// The rule of the last applicable day.
    var rule: PeriodRule
    var days = 0
    var applicableDays = 0
    /// The applicable days that are not over.
    var daysLeft = 0
    /// True if a day was before the creation, in a pause or under another kind of schedule.
    var isCut = false
    /// True if an applicable day was neither completed nor skipped.
    var hasOpenDay = false
    /// True if an applicable day was skipped.
    var hasSkippedDay = false
    private var completed = 0
    private var isTodayCompleted = false
    private var sum = 0.0
    private var numbers = 0
    private var before = 0.0

    init(rule: PeriodRule) {
        self.rule = rule
    }

    mutating func add(isCompleted: Bool, value: Double?, isToday: Bool) {
        if isToday { before = done }
        if isCompleted { completed += 1 }
        if isToday { isTodayCompleted = isCompleted }
        guard let value else { return }
        sum += value
        numbers += 1
    }

    private var done: Double {
        switch rule.goal {
        case .days: Double(completed)
        case .total(_, let accumulation, _): accumulation.total(sum: sum, count: numbers)
        }
    }

    func progress(from first: CivilDate, through last: CivilDate) -> PeriodProgress {
        let needed = rule.needed(applicable: applicableDays, of: days)
        let isExceeded = rule.isLimit && done.exceeds(needed)
        let isSkipped = hasSkippedDay && !hasOpenDay && !isExceeded
        return PeriodProgress(
            first: first, last: last, done: done, needed: needed, isLimit: rule.isLimit,
            daysLeft: daysLeft, before: before, isDayCompleted: isTodayCompleted,
            hasCompletion: completed > 0, hasApplicableDay: applicableDays > 0,
            isExempt: applicableDays == 0 || isCut || isSkipped)
    }
}
