import Synchronization

/// Admits a number of tasks at a time, first in first out; one at a time is a mutex for asynchronous code.
package final class TaskLimit: Sendable {
    /// The reason why a task is not admitted.
    package enum Refusal: Error, Hashable {
        case cancelled
        /// The number of waiting tasks has reached its limit.
        case tooManyWaiting
    }

    private struct Waiter {
        let id: Int
        let continuation: UnsafeContinuation<Bool, Never>
    }

    private struct State {
        var free: Int
        var waiters: [Waiter] = []
        var lastID = 0
    }

    private let state: Mutex<State>
    private let waitingLimit: Int

    /// Without `waitingLimit` the queue has no bound of its own: each waiter is a call or the task of a
    /// profile, whose numbers are bounded.
    package init(_ count: Int, waitingLimit: Int = .max) {
        state = Mutex(State(free: count))
        self.waitingLimit = waitingLimit
    }

    /// Calls `body` when the task is admitted.
    package func run<Value>(_ body: () async throws -> Value) async throws -> Value {
        try await acquire()
        defer { release() }
        return try await body()
    }

    /// Waits for a slot, which the caller has to release.
    package func acquire() async throws(Refusal) {
        let id = state.withLock { state -> Int? in
            guard state.free == 0 || !state.waiters.isEmpty else {
                state.free -= 1
                return nil
            }
            state.lastID += 1
            return state.lastID
        }
        guard let id else { return }
        guard state.withLock({ $0.waiters.count < waitingLimit }) else {
            throw .tooManyWaiting
        }
        let isAdmitted = await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                let outcome: Bool? = state.withLock { state in
                    // Either the cancellation handler has run already, or it will find the waiter.
                    if Task.isCancelled { return false }
                    if state.free > 0, state.waiters.isEmpty {
                        state.free -= 1
                        return true
                    }
                    state.waiters.append(Waiter(id: id, continuation: continuation))
                    return nil
                }
                if let outcome { continuation.resume(returning: outcome) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0) }
            }
            waiter?.continuation.resume(returning: false)
        }
        if !isAdmitted { throw .cancelled }
    }

    package func release() {
        let next = state.withLock { state -> Waiter? in
            guard state.waiters.isEmpty else { return state.waiters.removeFirst() }
            state.free += 1
            return nil
        }
        next?.continuation.resume(returning: true)
    }
}

extension TaskLimit.Refusal: StatusConvertible {
    package var status: Status {
        switch self {
        case .cancelled: Status(.cancelled, "The request was cancelled before it began.")
        case .tooManyWaiting:
            Status(
                .resourceExhausted, "Too many requests wait for the same data.",
                hint: "Try again later.")
        }
    }
}
