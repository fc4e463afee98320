import HostFiles
import RPC
import Synchronization

/// One alarm for each name, on one alarm of the clock.
final class Alarms: Sendable {
    private struct Entry {
        var instant: Int64
        var fire: @Sendable () -> Void
    }

    private struct State {
        var entries: [String: Entry] = [:]
        var clockChanges = 0
    }

    private let state = Mutex(State())
    private let alarm = Mutex<(any ClockAlarm)?>(nil)
    private let clock: any NotifierClock

    /// - Throws: RESOURCE_EXHAUSTED if the system has no thread or descriptor left.
    init(_ clock: any NotifierClock) throws(Status) {
        self.clock = clock
        let alarm = try clock.makeAlarm { [weak self] in self?.fire($0) }
        self.alarm.withLock { $0 = alarm }
    }

    deinit {
        alarm.withLock { $0?.close() }
    }

    /// The number of reported changes of the clock.
    var clockChanges: Int { state.withLock { $0.clockChanges } }

    /// Replaces the alarm of a name; nil removes the alarm. `fire` is called once, at or after the
    /// instant, or when the clock was set. `changes` is the number of changes of the clock before the
    /// caller read the clock from which `instant` was computed: after another change `fire` is called at
    /// once; nil: not checked.
    func set(
        _ name: String, to instant: Int64?, since changes: Int? = nil,
        fire: @escaping @Sendable () -> Void
    ) {
        state.withLock { state in
            let isOutdated = changes.map { $0 != state.clockChanges } ?? false
            let next = isOutdated ? 0 : instant
            state.entries[name] = next.map { Entry(instant: $0, fire: fire) }
            schedule(state.entries)
        }
    }

    /// Removes the alarm of a name.
    func remove(_ name: String) {
        set(name, to: nil) {}
    }

    private func fire(_ reason: WallClockAlarm.Reason) {
        let now = clock.now
        let due = state.withLock { state in
            if reason == .clockSet { state.clockChanges += 1 }
            let due = state.entries.filter { reason == .clockSet || $0.value.instant <= now }
            for name in due.keys { state.entries[name] = nil }
            schedule(state.entries)
            return due.sorted { ($0.value.instant, $0.key) < ($1.value.instant, $1.key) }
        }
        for entry in due { entry.value.fire() }
    }

    private func schedule(_ entries: [String: Entry]) {
        let first = entries.values.map(\.instant).min()
        alarm.withLock { $0?.set(first) }
    }
}

/// Wakes one task, any number of times; calls before the task waits are combined.
final class WakeSignal: Sendable {
    private struct Counts {
        var sent = 0
        var handled = 0
    }

    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let counts = Mutex(Counts())

    init() {
        (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// True if all calls of `send` were handled.
    var isIdle: Bool { counts.withLock { $0.sent == $0.handled } }

    func send() {
        counts.withLock { $0.sent += 1 }
        continuation.yield()
    }

    /// Calls `body` after each call of `send`, until the task is cancelled or `body` returns false.
    func handle(_ body: () async -> Bool) async {
        for await _ in stream {
            let sent = counts.withLock { $0.sent }
            guard await body() else { return }
            counts.withLock { $0.handled = max($0.handled, sent) }
        }
    }
}
