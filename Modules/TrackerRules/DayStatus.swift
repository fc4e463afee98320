import CivilTime
package import Tracker

/// The state of one activity on one day.
package struct DayStatus: Hashable, Sendable {
    package enum State: String, CaseIterable, Codable, Sendable {
        case open, completed, skipped
    }

    package var state: State
    /// True if the day extends a streak: it is complete, or all sessions are completed or excused and at
    /// least one is completed.
    package var extendsStreak: Bool
    /// The number of sessions that count in a rate.
    package var expected: Int
    /// The number of these sessions that are completed.
    package var done: Int
    /// The filled part of the day's bar; 0 for excused sessions and for an activity without a
    /// fraction.
    package var filled: Double
    /// The part of the day's bar that can be filled; 0 for the same activities as `filled`.
    package var fillable: Double
    /// True if a session that could fill the bar was excused.
    package var hasExcuse: Bool
    /// True if the number exceeds the limit of the day or period.
    package var isExceeded = false
    /// The day value; nil without a number.
    package var value: Double?
    var open: SlotSet
    var completed: SlotSet
    var skipped: SlotSet

    package var isCompleted: Bool { state == .completed }
    package var isSkipped: Bool { state == .skipped }
    package var openSlots: [Slot] { open.slots }
    package var completedSlots: [Slot] { completed.slots }
    package var skippedSlots: [Slot] { skipped.slots }
}

extension DayStatus {
    /// The status of an activity other than a container, from the entries of one day in order of logging.
    /// The day is not over.
    package init(of configuration: Configuration, entries: [Entry]) {
        // The start of the schedule has no effect on the status.
        let rules = DayRules(configuration, since: .distantPast)
        var totals = DayEntryTotals(for: rules)
        for entry in entries { totals.add(EntryColumns.EntryState(entry)) }
        self.init(by: rules, totals, isOver: false, countsWithoutEntry: false)
    }

    /// The status of a day that is over or not. With `countsWithoutEntry`, a day without an entry keeps
    /// a limit.
    init(by rules: DayRules, _ totals: DayEntryTotals, isOver: Bool, countsWithoutEntry: Bool) {
        let sessions = rules.sessions
        completed = totals.done
        skipped = totals.excused.subtracting(totals.done)
        open = sessions.subtracting(completed).subtracting(skipped)
        state = completed == sessions ? .completed : open.isEmpty ? .skipped : .open
        extendsStreak = state != .open && !completed.isEmpty
        done = completed.count
        expected = sessions.count - skipped.count
        filled = Double(done)
        fillable = Double(expected)
        hasExcuse = !skipped.isEmpty
        value = totals.newest
        if case .total(let target, let accumulation) = rules.completionRule {
            evaluate(totals, sessions: sessions, against: target, by: accumulation)
        }
        if case .limit(let limit, let accumulation) = rules.completionRule {
            evaluate(totals, sessions: sessions, limit: limit, by: accumulation)
            if state == .open, isOver, !isExceeded, totals.hasCompletion || countsWithoutEntry {
                complete(sessions)
            }
            if isOver, state == .open { (expected, fillable) = (1, 1) }
        }
    }

    /// Applies a limit to a day that is not over: open until its end, and missed at once above the limit.
    private mutating func evaluate(
        _ totals: DayEntryTotals, sessions: SlotSet, limit: Double, by accumulation: Accumulation?
    ) {
        let isExcused = open.isEmpty && completed.isEmpty || totals.hasSkip && !totals.hasCompletion
        if totals.numbers > 0, let accumulation {
            value = accumulation.total(sum: totals.sum, count: totals.numbers)
        }
        let compared = accumulation == nil ? sessions.count > 1 ? totals.greatest : value : value
        isExceeded = compared.map { $0.exceeds(limit) } ?? false
        state = isExcused ? .skipped : .open
        (extendsStreak, done, filled) = (false, 0, 0)
        expected = isExceeded && !isExcused ? 1 : 0
        fillable = Double(expected)
        hasExcuse = isExcused
        (completed, skipped, open) = isExcused ? ([], sessions, []) : ([], [], sessions)
    }

    private mutating func complete(_ sessions: SlotSet) {
        (state, extendsStreak) = (.completed, true)
        (done, expected, filled, fillable) = (1, 1, 1, 1)
        (completed, open) = (sessions, [])
    }

    /// Makes the status that of a day whose week or month has a total. The day is done if its number
    /// makes the period reach its target.
    mutating func evaluate(_ progress: PeriodProgress, sessions: SlotSet) {
        guard state != .skipped else {
            (expected, fillable, hasExcuse) = (0, 0, false)
            return
        }
        let isReached = !progress.isLimit && progress.done.reaches(progress.needed)
        guard isReached, progress.isDayCompleted else {
            (state, extendsStreak, done, expected) = (.open, false, 0, 0)
            (filled, fillable) = (0, 0)
            (completed, skipped, open) = ([], [], sessions)
            isExceeded = progress.isLimit && progress.done.exceeds(progress.needed)
            return
        }
        complete(sessions)
    }

    /// Applies the rule of a cumulative activity, which has one result per day: its total against the
    /// target, or any entry if there is no target.
    private mutating func evaluate(
        _ totals: DayEntryTotals, sessions: SlotSet, against target: Double?,
        by accumulation: Accumulation
    ) {
        let total = accumulation.total(sum: totals.sum, count: totals.numbers)
        let isComplete = target.map { total.reaches($0) } ?? totals.hasCompletion
        let isExcused =
            !skipped.isEmpty && open.isEmpty || totals.hasSkip && sessions.count == 1

        value = totals.numbers == 0 ? nil : total
        state = isComplete ? .completed : isExcused ? .skipped : .open
        extendsStreak = isComplete
        done = isComplete ? 1 : 0
        expected = state == .skipped ? 0 : 1
        fillable = target == nil || state == .skipped ? 0 : 1
        hasExcuse = target != nil && state == .skipped
        filled = isComplete ? fillable : target.map { max(total / $0, 0) * fillable } ?? 0
        switch state {
        case .completed: (completed, skipped, open) = (sessions, [], [])
        case .skipped: (completed, skipped, open) = ([], sessions, [])
        case .open: (completed, open) = ([], sessions.subtracting(skipped))
        }
    }

    /// The status of a container from the statuses of its due children.
    init(ofContainerWith children: some Sequence<DayStatus>) {
        var isSettled = true
        var isDone = false
        (state, extendsStreak, value) = (.open, false, nil)
        (expected, done, filled, fillable) = (0, 0, 0, 0)
        hasExcuse = false
        (open, completed, skipped) = ([], [], [])
        for child in children {
            isSettled = isSettled && child.state != .open
            isDone = isDone || child.isCompleted
            expected += child.expected
            done += child.done
            filled += child.filled
            fillable += child.fillable
            hasExcuse = hasExcuse || child.hasExcuse
            open.formUnion(child.open)
            completed.formUnion(child.completed)
            skipped.formUnion(child.skipped)
        }
        let isEmpty = open.isEmpty && completed.isEmpty && skipped.isEmpty
        state = isEmpty || !isSettled ? .open : isDone ? .completed : .skipped
        extendsStreak = isCompleted
    }
}

/// Totals of the entries of one or more days.
struct DayEntryTotals: Sendable {
    private let rules: DayRules
    /// The sessions with a completion.
    private(set) var done: SlotSet = []
    /// The sessions with a skip; such a session can have a completion as well.
    private(set) var excused: SlotSet = []
    private(set) var hasCompletion = false
    private(set) var hasSkip = false
    private(set) var sum = 0.0
    private(set) var numbers = 0
    /// The number logged last; nil without a number.
    private(set) var newest: Double?
    /// Nil without a number.
    private(set) var greatest: Double?

    init(for rules: DayRules) {
        self.rules = rules
    }

    mutating func add(_ state: EntryColumns.EntryState) {
        let session = rules.session(of: state)
        if state.isCompleted {
            done.formUnion(session)
            hasCompletion = true
        } else {
            excused.formUnion(session)
            hasSkip = true
        }
        guard let value = state.value else { return }
        sum += value
        numbers += 1
        newest = value
        greatest = max(greatest ?? value, value)
    }
}
