import HostFiles
import NotifierService
import RPC
import Synchronization

/// A clock that a test sets, with its alarms.
final class SettableClock: NotifierClock {
    private struct Entry {
        var instant: Int64?
        var fire: @Sendable (WallClockAlarm.Reason) -> Void
    }

    private struct State {
        var now: Int64 = 0
        var alarms: [Int: Entry] = [:]
        var count = 0
        var firing = 0
    }

    private struct Alarm: ClockAlarm {
        let clock: SettableClock
        let number: Int

        func set(_ milliseconds: Int64?) {
            clock.set(alarm: number, milliseconds)
        }

        func close() {
            clock.state.withLock { $0.alarms[number] = nil }
        }
    }

    private let state = Mutex(State())
    /// Called before each reading of the clock.
    private let onRead: @Sendable () -> Void

    init(onRead: @escaping @Sendable () -> Void = {}) {
        self.onRead = onRead
    }

    var now: Int64 {
        onRead()
        return state.withLock { $0.now }
    }

    /// True if no function of an alarm is called or due.
    var isIdle: Bool {
        state.withLock { state in
            state.firing == 0
                && state.alarms.values.allSatisfy { $0.instant.map { $0 > state.now } ?? true }
        }
    }

    /// The instant of the first alarm; nil if none is set.
    var nextAlarm: Int64? { state.withLock { $0.alarms.values.compactMap(\.instant).min() } }

    func makeAlarm(
        _ fire: @escaping @Sendable (WallClockAlarm.Reason) -> Void
    ) throws(Status) -> any ClockAlarm {
        let number = state.withLock { state in
            state.count += 1
            state.alarms[state.count] = Entry(instant: nil, fire: fire)
            return state.count
        }
        return Alarm(clock: self, number: number)
    }

    /// Sets the time in milliseconds since 1970 UTC, and fires the alarms that are due, or all alarms if
    /// the clock is set back.
    func set(_ milliseconds: Int64) {
        let isBack = state.withLock { state in
            defer { state.now = milliseconds }
            return milliseconds < state.now
        }
        fireDue(isBack ? .clockSet : .due)
    }

    private func set(alarm: Int, _ instant: Int64?) {
        state.withLock { $0.alarms[alarm]?.instant = instant }
        fireDue(.due)
    }

    private func fireDue(_ reason: WallClockAlarm.Reason) {
        let due = state.withLock { state in
            let due = state.alarms.filter { entry in
                reason == .clockSet || entry.value.instant.map { $0 <= state.now } ?? false
            }
            for number in due.keys { state.alarms[number]?.instant = nil }
            if !due.isEmpty { state.firing += 1 }
            return due.values.map { $0.fire }
        }
        guard !due.isEmpty else { return }
        // Alarms are set under the locks of their callers.
        Task {
            for fire in due { fire(reason) }
            state.withLock { $0.firing -= 1 }
        }
    }
}
