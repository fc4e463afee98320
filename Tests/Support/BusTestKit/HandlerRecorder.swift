import Synchronization

/// Records events of a handler, and waits for them.
package final class HandlerRecorder: Sendable {
    package enum Event: Hashable, Sendable {
        case started
        case cancelled
        case sent(Int)
    }

    private struct State {
        package var events: [Event] = []
        var waiters: [(Event, CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    package init() {}

    package var events: [Event] { state.withLock { $0.events } }

    package func record(_ event: Event) {
        let released = state.withLock { state in
            state.events.append(event)
            let released = state.waiters.filter { $0.0 == event }
            state.waiters.removeAll { $0.0 == event }
            return released
        }
        for (_, waiter) in released { waiter.resume() }
    }

    /// Waits until `event` was recorded.
    package func wait(for event: Event) async {
        await withCheckedContinuation { continuation in
            let isRecorded = state.withLock { state in
                if state.events.contains(event) { return true }
                state.waiters.append((event, continuation))
                return false
            }
            if isRecorded { continuation.resume() }
        }
    }
}
