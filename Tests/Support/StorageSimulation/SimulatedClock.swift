import StorageService
import Synchronization

/// A clock that is only moved by its owner, with the work that waits for it.
final class SimulatedClock: Sendable {
    private struct State {
        var now: Int64
        /// The elapsed milliseconds, which clock jumps do not change.
        var elapsed: Int64 = 0
        var waiting: [(at: Int64, work: @Sendable () -> Void)] = []
    }

    private let state: Mutex<State>

    /// - Parameter now: Milliseconds since 1970.
    init(_ now: Int64) {
        state = Mutex(State(now: now))
    }

    /// Milliseconds since 1970.
    var now: Int64 { state.withLock { $0.now } }

    /// Work that is called when the clock is advanced.
    var delayed: DelayedWork {
        DelayedWork { milliseconds, work in
            self.state.withLock { $0.waiting.append(($0.elapsed + Int64(milliseconds), work)) }
        }
    }

    /// Lets time pass, and calls the work that is due.
    func advance(by milliseconds: Int64) {
        let due = state.withLock { state in
            state.now += milliseconds
            state.elapsed += milliseconds
            let due = state.waiting.filter { $0.at <= state.elapsed }
            state.waiting.removeAll { $0.at <= state.elapsed }
            return due.sorted { $0.at < $1.at }
        }
        for (_, work) in due { work() }
    }

    /// Sets the clock forward or back, while no time passes.
    func jump(by milliseconds: Int64) {
        state.withLock { $0.now += milliseconds }
    }

    /// Removes the waiting work of a process that has ended.
    func removeWork() {
        state.withLock { $0.waiting = [] }
    }
}
