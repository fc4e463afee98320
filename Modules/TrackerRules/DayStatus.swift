package import Tracker

/// How an activity stands on a day.
package struct DayStatus: Hashable, Sendable {
    package enum State: String, CaseIterable, Codable, Sendable {
        case open, completed, skipped
    }

    package var state: State
    /// Whether the day adds to a streak: it is complete, or its sessions are all done or excused
    /// and at least one is done.
    package var extendsStreak: Bool
    /// Sessions that count in a rate, and those of them that are done.
    package var expected: Int
    package var done: Int
    /// How far the day's bar is filled, and what filling it takes. Both are 0 for what is excused
    /// and for what has no fraction.
    package var filled: Double
    package var fillable: Double
    /// Whether something that would fill the bar was excused.
    package var hasExcuse: Bool
    /// The day's number, where the activity has numbers.
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
    /// The standing of anything but a container, from the entries of one day in logged order.
    package init(of configuration: Configuration, entries: [Entry]) {
        let rules = DayRules(configuration)
        var log = DayEntryTotals(for: rules)
        for entry in entries { log.add(History.EntryState(entry)) }
        self.init(by: rules, log)
    }

    init(by rules: DayRules, _ log: DayEntryTotals) {
        let sessions = rules.sessions
        completed = log.done
        skipped = log.excused.subtracting(log.done)
        open = sessions.subtracting(completed).subtracting(skipped)
        state = completed == sessions ? .completed : open.isEmpty ? .skipped : .open
        extendsStreak = state != .open && !completed.isEmpty
        done = completed.count
        expected = sessions.count - skipped.count
        filled = Double(done)
        fillable = Double(expected)
        hasExcuse = !skipped.isEmpty
        value = log.newest
        if case .total(let target, let accumulation) = rules.completionRule {
            evaluate(log, sessions: sessions, against: target, by: accumulation)
        }
    }

    /// A cumulative day is judged as a whole: by its target, or by any entry where it has none.
    private mutating func evaluate(
        _ log: DayEntryTotals, sessions: SlotSet, against target: Double?,
        by accumulation: Accumulation
    ) {
        let total = accumulation.total(sum: log.sum, count: log.numbers)
        let isComplete = target.map { total >= $0 } ?? log.hasCompletion
        let isExcused =
            !skipped.isEmpty && open.isEmpty || log.hasSkip && sessions.count == 1

        value = log.numbers == 0 ? nil : total
        state = isComplete ? .completed : isExcused ? .skipped : .open
        extendsStreak = isComplete
        done = isComplete ? 1 : 0
        expected = state == .skipped ? 0 : 1
        fillable = target == nil || state == .skipped ? 0 : 1
        hasExcuse = target != nil && state == .skipped
        filled = target.map { min(max(total / $0, 0), 1) * fillable } ?? 0
        switch state {
        case .completed: (completed, skipped, open) = (sessions, [], [])
        case .skipped: (completed, skipped, open) = ([], sessions, [])
        case .open: (completed, open) = ([], sessions.subtracting(skipped))
        }
    }

    /// The standing of a container, from those of its applicable children.
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

/// What the entries of a day, or of several, amount to.
struct DayEntryTotals: Sendable {
    private let rules: DayRules
    /// Sessions with a completion, and with a skip; one can have both.
    private(set) var done: SlotSet = []
    private(set) var excused: SlotSet = []
    private(set) var hasCompletion = false
    private(set) var hasSkip = false
    private(set) var sum = 0.0
    private(set) var numbers = 0
    /// The number that was logged last.
    private(set) var newest: Double?

    init(for rules: DayRules) {
        self.rules = rules
    }

    mutating func add(_ mark: History.EntryState) {
        let session = rules.session(of: mark)
        if mark.isCompleted {
            done.formUnion(session)
            hasCompletion = true
        } else {
            excused.formUnion(session)
            hasSkip = true
        }
        guard let value = mark.value else { return }
        sum += value
        numbers += 1
        newest = value
    }
}
