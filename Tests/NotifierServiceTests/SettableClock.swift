import NotifierService
import RPC
import Synchronization

/// A clock that a test sets, with its alarms.
final class SettableClock: NotifierClock {
    private struct State {
        var now: Int64 = 0
        var alarms: [Int: (instant: Int64, fire: @Sendable () -> Void)] = [:]
        var count = 0
    }

    private struct Alarm: ClockAlarm {
        let clock: SettableClock
        let number: Int
        let fire: @Sendable () -> Void

        func set(_ milliseconds: Int64?) {
            clock.set(alarm: number, milliseconds, fire)
        }

        func close() {
            clock.set(alarm: number, nil, fire)
        }
    }

    private let state = Mutex(State())

    var now: Int64 { state.withLock { $0.now } }

    /// True if no alarm is due that was not fired.
    var isQuiet: Bool {
        state.withLock { state in state.alarms.values.allSatisfy { $0.instant > state.now } }
    }

    func makeAlarm(_ fire: @escaping @Sendable () -> Void) throws(Status) -> any ClockAlarm {
        let number = state.withLock { state in
            state.count += 1
            return state.count
        }
        return Alarm(clock: self, number: number, fire: fire)
    }

    /// Sets the time in milliseconds since 1970 UTC, and fires the alarms that are due.
    func set(_ milliseconds: Int64) {
        state.withLock { $0.now = milliseconds }
        fireDue()
    }

    private func set(alarm: Int, _ instant: Int64?, _ fire: @escaping @Sendable () -> Void) {
        state.withLock { $0.alarms[alarm] = instant.map { ($0, fire) } }
        fireDue()
    }

    private func fireDue() {
        let due = state.withLock { state in
            let due = state.alarms.filter { $0.value.instant <= state.now }
            for number in due.keys { state.alarms[number] = nil }
            return due.values.map(\.fire)
        }
        // Alarms are set under the locks of their callers.
        if !due.isEmpty { Task { for fire in due { fire() } } }
    }
}
