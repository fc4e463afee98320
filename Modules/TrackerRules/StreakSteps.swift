import CivilTime
import Tracker

/// A part of a history with one effect on a streak: a day, or the days of a week or month under one kind
/// of schedule.
struct StreakStep: Sendable {
    var first: CivilDate
    var last: CivilDate
    var unit: StreakUnit
    var effect: StreakEffect
    /// The week or month; nil for a day.
    var progress: PeriodProgress?
}

extension ActivityHistory {
    /// The steps from `first` through `last` as of `today`, oldest first. A day or period that is not over
    /// breaks no streak, unless its limit is exceeded.
    func streakSteps(
        of index: Int, from first: CivilDate, through last: CivilDate, asOf today: CivilDate
    ) -> [StreakStep] {
        var steps: [StreakStep] = []
        var day = first
        while day <= last {
            let step = streakStep(of: index, from: day, through: last, asOf: today)
            steps.append(step)
            day = step.last.advanced(by: 1)
        }
        return steps
    }

    private func streakStep(
        of index: Int, from day: CivilDate, through last: CivilDate, asOf today: CivilDate
    ) -> StreakStep {
        let rules = tracked[index].ruleHistory[day].rules
        guard let rule = rules.period else {
            return StreakStep(
                first: day, last: day, unit: .day, effect: effect(of: index, on: day, asOf: today))
        }
        let bucket = rule.period.bucket(containing: day)
        func isSameKind(_ day: CivilDate) -> Bool {
            rule.isSameKind(as: tracked[index].ruleHistory[day].rules.period)
        }
        var end = day
        while end < min(bucket.end, last), isSameKind(end.advanced(by: 1)) {
            end = end.advanced(by: 1)
        }
        // A period with days of another kind in between counts once, at its last part.
        var later = end.advanced(by: 1)
        while later <= min(bucket.end, last) {
            if isSameKind(later) {
                return StreakStep(
                    first: day, last: end, unit: StreakUnit(rules), effect: .preserves)
            }
            later = later.advanced(by: 1)
        }
        let lastRule = tracked[index].ruleHistory[end].rules.period ?? rule
        let progress = periodProgress(
            of: index, by: lastRule, at: end, asOf: min(bucket.end, today))
        return StreakStep(
            first: day, last: end, unit: StreakUnit(rules),
            effect: progress.effect(
                isOver: bucket.end < today, countsWithoutEntry: countsWithoutEntry),
            progress: progress)
    }

    private func effect(of index: Int, on day: CivilDate, asOf today: CivilDate) -> StreakEffect {
        guard day >= today else { return streakEffect(of: index, on: day) }
        let span = tracked[index].ruleHistory[day]
        guard span.isExpected(on: day) else { return .preserves }
        let status = dayStatus(of: index, by: span.rules, on: day, asOf: day)
        if status.extendsStreak { return .extends }
        let isMissed = status.isExceeded && !status.isSkipped && !vacations.contains(day)
        return isMissed ? .breaks : .preserves
    }

    /// The steps of an activity with results by the week, month or limit through `today`. Steps before
    /// the first entry, which extend no streak, are left out.
    func streakSteps(of index: Int, asOf today: CivilDate) -> [StreakStep] {
        let item = tracked[index]
        let histories = [item.history] + item.members.map { tracked[$0].history }
        let entered = histories.compactMap { $0.span?.lowerBound }.min()
        guard
            let start = countsWithoutEntry
                ? measurableDays.lowerBound : entered
        else { return [] }
        return streakSteps(
            of: index, from: max(start, item.activity.created), through: today, asOf: today)
    }

    /// The streaks counted step by step. A change between days, weeks and months begins a new count.
    func countedStreaks(of index: Int, asOf today: CivilDate) -> Streaks {
        let unit = StreakUnit(tracked[index].ruleHistory[today].rules)
        let limit = today.advanced(by: -Self.streakLimitInDays)
        var streaks = Streaks(current: 0, longest: 0, unit: unit)
        var run = 0
        var runUnit = unit
        for step in streakSteps(of: index, asOf: today) {
            if step.unit != runUnit { (run, streaks.current, runUnit) = (0, 0, step.unit) }
            switch step.effect {
            case .extends:
                run += 1
                if step.last > limit { streaks.current += 1 }
                if step.unit == unit { streaks.longest = max(streaks.longest, run) }
            case .breaks: (run, streaks.current) = (0, 0)
            case .preserves: break
            }
        }
        return streaks
    }

    /// The runs since the last change between days, weeks and months, newest first.
    func countedRuns(of index: Int, asOf today: CivilDate) -> [StreakRun] {
        var runs: [StreakRun] = []
        var run: StreakRun?
        var unit: StreakUnit?
        for step in streakSteps(of: index, asOf: today) {
            if step.unit != unit { (runs, run, unit) = ([], nil, step.unit) }
            switch step.effect {
            case .extends:
                run = StreakRun(
                    first: run?.first ?? step.first, last: step.last, days: (run?.days ?? 0) + 1,
                    missed: nil)
            case .breaks:
                if var ended = run {
                    ended.missed = step.last
                    runs.append(ended)
                }
                run = nil
            case .preserves: break
            }
        }
        if let run { runs.append(run) }
        return runs.reversed()
    }
}
