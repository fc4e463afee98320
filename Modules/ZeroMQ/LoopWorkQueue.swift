/// Pending work of a loop: ready sources, and timers.
struct LoopWorkQueue {
    private struct Entry {
        let instant: ContinuousClock.Instant
        let id: UInt64
    }

    private var handlers: [UInt64: () -> Bool] = [:]
    private var ready: [UInt64] = []
    private var round: [UInt64] = []
    private var next = 0
    private var actions: [UInt64: @Sendable () -> Void] = [:]
    /// A binary heap, the earliest first. Entries without an action were cancelled.
    private var timers: [Entry] = []

    var hasPending: Bool { !ready.isEmpty }

    mutating func add(_ source: UInt64, _ handler: @escaping () -> Bool) {
        handlers[source] = handler
        // The descriptor is edge-triggered: earlier events would not be reported.
        markReady(source)
    }

    mutating func remove(_ source: UInt64) {
        handlers[source] = nil
    }

    mutating func markReady(_ source: UInt64) {
        if !ready.contains(source) { ready.append(source) }
    }

    /// Begins a round with the sources that are ready now; those marked during the round wait.
    mutating func beginRound() {
        swap(&ready, &round)
        ready.removeAll(keepingCapacity: true)
        next = 0
    }

    /// The next handler of the round; nil at its end. The caller runs it, since it may change the queue.
    mutating func nextHandler() -> (id: UInt64, handler: () -> Bool)? {
        while next < round.count {
            let id = round[next]
            next += 1
            if let handler = handlers[id] { return (id, handler) }
        }
        return nil
    }

    mutating func addTimer(
        _ id: UInt64, at instant: ContinuousClock.Instant, _ action: @escaping @Sendable () -> Void
    ) {
        actions[id] = action
        timers.append(Entry(instant: instant, id: id))
        siftUp(from: timers.count - 1)
    }

    mutating func removeTimer(_ id: UInt64) {
        actions[id] = nil
    }

    /// The action of the earliest timer that is due; nil if none is.
    mutating func popDueTimer(now: ContinuousClock.Instant) -> (@Sendable () -> Void)? {
        while let first = timers.first {
            let action = actions[first.id]
            guard action == nil || first.instant <= now else { return nil }
            removeFirst()
            actions[first.id] = nil
            if let action { return action }
        }
        return nil
    }

    /// Milliseconds until the earliest timer, rounded up; -1 without timers.
    func millisecondsToTimer(now: ContinuousClock.Instant) -> Int32 {
        guard let first = timers.first else { return -1 }
        let (seconds, attoseconds) = now.duration(to: first.instant).components
        let milliseconds =
            seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        return Int32(clamping: max(0, milliseconds))
    }

    private mutating func siftUp(from index: Int) {
        var child = index
        while child > 0 {
            let parent = (child - 1) / 2
            guard timers[child].instant < timers[parent].instant else { return }
            timers.swapAt(child, parent)
            child = parent
        }
    }

    private mutating func removeFirst() {
        timers.swapAt(0, timers.count - 1)
        timers.removeLast()
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < timers.count && timers[child].instant < timers[least].instant {
                least = child
            }
            guard least != parent else { return }
            timers.swapAt(parent, least)
            parent = least
        }
    }
}
