package import Tracking

/// How an activity stands on a day.
package struct Standing: Hashable, Sendable {
    package enum State: String, Codable, Sendable {
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
    package var openSlots: [Slot]
    package var completedSlots: [Slot]
    package var skippedSlots: [Slot]
    /// The day's number, where the activity has numbers.
    package var value: Double?

    package var isCompleted: Bool { state == .completed }
    package var isSkipped: Bool { state == .skipped }
}

extension Standing {
    /// The standing of anything but a container, from the entries of one day in logged order.
    package init(of configuration: Configuration, entries: [Entry]) {
        let sessions = configuration.sessions
        let isSingle = sessions.count == 1
        func slots(where matches: (Outcome) -> Bool) -> Set<Slot> {
            var slots: Set<Slot> = []
            for entry in entries where matches(entry.outcome) {
                // With one session it does not matter which slot an entry names.
                slots.insert(isSingle ? sessions[0] : entry.slot ?? sessions[0])
            }
            return slots.intersection(sessions)
        }
        let done = slots { $0.isCompleted }
        let excused = slots { !$0.isCompleted }.subtracting(done)

        state =
            done.count == sessions.count
            ? .completed : done.count + excused.count == sessions.count ? .skipped : .open
        extendsStreak = state != .open && !done.isEmpty
        self.done = done.count
        expected = sessions.count - excused.count
        filled = Double(self.done)
        fillable = Double(expected)
        completedSlots = sessions.filter(done.contains)
        skippedSlots = sessions.filter(excused.contains)
        openSlots = sessions.filter { !done.contains($0) && !excused.contains($0) }
        value = entries.last { $0.outcome.value != nil }?.outcome.value
        if case .cumulative(_, let accumulation) = configuration.kind {
            accumulate(entries, sessions: sessions, by: accumulation, configuration)
        }
    }

    /// A cumulative day is judged as a whole: by its target, or by any entry where it has none.
    private mutating func accumulate(
        _ entries: [Entry], sessions: [Slot], by accumulation: Accumulation,
        _ configuration: Configuration
    ) {
        let values = entries.compactMap(\.outcome.value)
        let total = accumulation.total(sum: values.reduce(0, +), count: values.count)
        let target = configuration.kind.dailyTarget
        let isComplete = target.map { total >= $0 } ?? entries.contains { $0.outcome.isCompleted }
        let isExcused =
            !skippedSlots.isEmpty && openSlots.isEmpty
            || entries.contains { !$0.outcome.isCompleted } && sessions.count == 1

        value = values.isEmpty ? nil : total
        state = isComplete ? .completed : isExcused ? .skipped : .open
        extendsStreak = isComplete
        done = isComplete ? 1 : 0
        expected = state == .skipped ? 0 : 1
        fillable = target == nil || state == .skipped ? 0 : 1
        filled = target.map { min(max(total / $0, 0), 1) * fillable } ?? 0
        switch state {
        case .completed: (completedSlots, skippedSlots, openSlots) = (sessions, [], [])
        case .skipped: (completedSlots, skippedSlots, openSlots) = ([], sessions, [])
        case .open:
            let waiting = sessions.filter { !skippedSlots.contains($0) }
            (completedSlots, openSlots) = ([], waiting)
        }
    }

    /// The standing of a container, from those of its applicable children.
    package init(ofContainerWith children: [Standing]) {
        let isSettled = children.allSatisfy { $0.state != .open }
        let isDone = children.contains(where: \.isCompleted)
        state =
            children.isEmpty || !isSettled ? .open : isDone ? .completed : .skipped
        extendsStreak = state == .completed
        expected = children.reduce(0) { $0 + $1.expected }
        done = children.reduce(0) { $0 + $1.done }
        filled = children.reduce(0) { $0 + $1.filled }
        fillable = children.reduce(0) { $0 + $1.fillable }
        openSlots = Set(children.flatMap(\.openSlots)).sorted()
        completedSlots = Set(children.flatMap(\.completedSlots)).sorted()
        skippedSlots = Set(children.flatMap(\.skippedSlots)).sorted()
        value = nil
    }
}
