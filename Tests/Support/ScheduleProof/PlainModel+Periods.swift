import CivilTime
import Tracker
import TrackerRules

/// Rules that count days of a week or month.
extension PlainModel {
    func isCounted(_ rule: Rule) -> Bool {
        switch rule {
        case .timesAWeek, .timesAMonth: true
        default: false
        }
    }

    /// Equal for days of the same periods: the first weekday of weeks, 0 for months.
    private func kind(_ rule: Rule) -> Int? {
        switch rule {
        case .timesAWeek(_, let firstWeekday): firstWeekday
        case .timesAMonth: 0
        default: nil
        }
    }

    private func kind(_ item: Item, _ day: CivilDate) -> Int? {
        let config = config(item, day)
        return config.isPassive ? nil : kind(config.rule)
    }

    /// All dates of the period with the kind, missing ones excepted.
    private func days(of kind: Int, around day: CivilDate) -> [CivilDate] {
        (-31...31).map { day.advanced(by: $0) }.filter { other in
            if missingDays.contains(other) { return false }
            if kind == 0 { return other.year == day.year && other.month == day.month }
            return weekStart(of: other, kind) == weekStart(of: day, kind)
        }
    }

    struct Count {
        var done: Int
        var needed: Int
        var isExempt: Bool
    }

    private func isApplicable(
        _ item: Item, _ day: CivilDate, _ kind: Int, asOf today: CivilDate
    ) -> Bool {
        // The rule of today continues as far as is known today.
        exists(item, day) && !vacations.contains(day)
            && self.kind(item, min(day, today)) == kind
    }

    private func isCompleted(_ item: Item, _ day: CivilDate, _ kind: Int) -> Bool {
        exists(item, day) && self.kind(item, day) == kind && extendsStreak(item, day)
    }

    private func number(_ item: Item, _ day: CivilDate) -> Int {
        switch config(item, day).rule {
        case .timesAWeek(let count, _), .timesAMonth(let count): count
        default: 0
        }
    }

    /// The period of `anchor` with the kind of that day, as of `today`.
    private func count(_ item: Item, _ anchor: CivilDate, asOf today: CivilDate) -> Count? {
        guard let kind = kind(item, anchor) else { return nil }
        let all = days(of: kind, around: anchor)
        guard let last = all.last else { return nil }
        let today = min(today, last)
        let applicable = all.filter { isApplicable(item, $0, kind, asOf: today) }
        let judged = applicable.last { $0 <= today } ?? anchor
        let whole = min(number(item, judged), all.count)
        let share = Double(whole * applicable.count) / Double(all.count)
        let done = all.filter { $0 <= today && isCompleted(item, $0, kind) }
        let open = applicable.filter {
            $0 <= today && !done.contains($0) && mark(item, $0) != .skipped
        }
        let isCut = all.contains {
            !exists(item, $0) || self.kind(item, min($0, today)) != kind
        }
        return Count(
            done: done.count,
            needed: applicable.isEmpty ? whole : max(1, Int((share + 0.5).rounded(.down))),
            isExempt: applicable.isEmpty || isCut || open.isEmpty)
    }

    /// The period of a day as of the day: completed days and needed days.
    func period(_ item: Item, _ day: CivilDate) -> (done: Int, needed: Int)? {
        count(item, day, asOf: day).map { ($0.done, $0.needed) }
    }

    func occurrenceState(_ item: Item, _ day: CivilDate) -> OccurrenceState {
        guard exists(item, day), !config(item, day).isPassive else { return .none }
        guard let kind = kind(item, day), let today = count(item, day, asOf: day) else {
            guard isScheduled(item, day) else { return .none }
            if extendsStreak(item, day) { return .done }
            return vacations.contains(day) ? .vacation : .due
        }
        if isCompleted(item, day, kind) { return .done }
        if vacations.contains(day) { return .vacation }
        if today.done >= today.needed { return .none }
        let left = days(of: kind, around: day).count {
            $0 >= day && isApplicable(item, $0, kind, asOf: day)
        }
        return today.needed - today.done >= left ? .due : .optional
    }

    /// The weeks and months, each with the last of its consecutive days under one kind, and the other days
    /// from `first` through `last`.
    private func parts(
        _ item: Item, from first: CivilDate, through last: CivilDate
    ) -> [(day: CivilDate, kind: Int?)] {
        var parts: [(day: CivilDate, kind: Int?)] = []
        var day = first
        while day <= last {
            let kind = kind(item, day)
            if let kind, let part = parts.last, part.kind == kind,
                part.day.advanced(by: 1) == day,
                isSamePeriod(part.day, day, kind)
            {
                parts[parts.count - 1].day = day
            } else {
                parts.append((day, kind))
            }
            day = day.advanced(by: 1)
        }
        return parts
    }

    /// The parts of `parts` without those whose period has a later part: a period counts once.
    private func countedParts(
        _ item: Item, from first: CivilDate, through last: CivilDate
    ) -> [(day: CivilDate, kind: Int?)] {
        let parts = parts(item, from: first, through: last)
        return parts.filter { part in
            guard let kind = part.kind else { return true }
            return !parts.contains {
                $0.kind == kind && $0.day > part.day && isSamePeriod($0.day, part.day, kind)
            }
        }
    }

    private func isSamePeriod(_ one: CivilDate, _ other: CivilDate, _ kind: Int) -> Bool {
        kind == 0
            ? one.year == other.year && one.month == other.month
            : weekStart(of: one, kind) == weekStart(of: other, kind)
    }

    private func isOver(_ day: CivilDate, _ kind: Int, asOf today: CivilDate) -> Bool {
        today > day && !isSamePeriod(day, today, kind)
    }

    /// Sums of completed and needed days of the periods in the rate of the days through `last`.
    func periodShares(
        _ item: Item, from first: CivilDate, through last: CivilDate
    ) -> (done: Double, expected: Double) {
        var sum = (done: 0.0, expected: 0.0)
        for part in countedParts(item, from: first, through: last) {
            guard let kind = part.kind, let count = count(item, part.day, asOf: last) else {
                continue
            }
            let isComplete = count.done >= count.needed
            guard isComplete || isOver(part.day, kind, asOf: last) && !count.isExempt else {
                continue
            }
            sum.done += Double(min(count.done, count.needed))
            sum.expected += Double(count.needed)
        }
        return sum
    }

    func streakUnit(_ item: Item, _ day: CivilDate) -> StreakUnit {
        switch kind(item, day) {
        case nil: .day
        case 0: .month
        default: .week
        }
    }

    /// The current and the longest streak as of `last`, by whole periods and days; a change of the unit
    /// begins a new count.
    func countedStreaks(_ item: Item, asOf last: CivilDate) -> (current: Int, longest: Int) {
        let unit = streakUnit(item, last)
        var run = 0
        var current = 0
        var longest = 0
        var runUnit = unit
        guard item.created <= last else { return (0, 0) }
        let counted = countedParts(item, from: item.created, through: last).map(\.day)
        for part in parts(item, from: item.created, through: last) {
            let partUnit = streakUnit(item, part.day)
            if partUnit != runUnit { (run, current, runUnit) = (0, 0, partUnit) }
            guard counted.contains(part.day) else { continue }
            var adds = isCounted(item, part.day)
            var breaks = !adds && !isNeutral(item, part.day) && part.day != last
            if let kind = part.kind, let count = count(item, part.day, asOf: last) {
                adds = count.done >= count.needed
                breaks = !adds && !count.isExempt && isOver(part.day, kind, asOf: last)
            }
            if breaks { (run, current) = (0, 0) }
            if adds {
                run += 1
                if part.day > last.advanced(by: -3650) { current += 1 }
                if partUnit == unit { longest = max(longest, run) }
            }
        }
        return (current, longest)
    }

    /// True if a rule of the item counts days of a week or month.
    func hasPeriods(_ item: Item) -> Bool {
        ([item.config] + item.past.map(\.config)).contains { !$0.isPassive && isCounted($0.rule) }
    }
}
