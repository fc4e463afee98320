import Contracts
import RPC
import Synchronization

/// Passes calls to the present services of a replica, and lets none pass while they are exchanged.
final class ReplicaGate: Sendable {
    private struct State {
        /// Nil while the gate is closed.
        var router: Router?
        /// The reason why there are no services; nil: there are, or they are being exchanged.
        var failure: Status?
        var calls: [Int: Task<WireContent, any Error>?] = [:]
        var nextID = 0
        var waiters: [CheckedContinuation<Void, Never>] = []
        var idleWaiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())

    /// Runs a call with the present services; waits while the gate is closed.
    func run(
        _ body: @escaping @Sendable (Router) async throws -> WireContent
    ) async throws -> WireContent {
        let (id, router) = try await enter()
        let task = Task { try await body(router) }
        state.withLock { $0.calls[id] = .some(task) }
        defer { leave(id) }
        do {
            return try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        } catch is CancellationError where !Task.isCancelled {
            throw Status(
                .unavailable, "The data of this replica was exchanged during the call.",
                hint: "Try again.")
        }
    }

    /// Closes the gate and returns when no call runs; false if calls still run after `limit`.
    func close(within limit: Duration) async -> Bool {
        let isIdle = state.withLock { state in
            state.router = nil
            return state.calls.isEmpty
        }
        guard !isIdle else { return true }
        let timer = Task {
            try await Task.sleep(for: limit)
            self.endWait()
        }
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                guard !state.calls.isEmpty else { return true }
                state.idleWaiter = continuation
                return false
            }
            if isOver { continuation.resume() }
        }
        timer.cancel()
        return state.withLock { $0.calls.isEmpty }
    }

    /// Cancels the calls that run.
    func cancelCalls() {
        let calls = state.withLock { $0.calls.values.compactMap(\.self) }
        for call in calls { call.cancel() }
    }

    /// Lets calls pass, to other services than before or to the same.
    func open(_ router: Router) { change { ($0.router, $0.failure) = (router, nil) } }

    /// Ends all calls with a failure until the gate is opened.
    func fail(_ failure: Status) { change { ($0.router, $0.failure) = (nil, failure) } }

    private func change(_ body: (inout State) -> Void) {
        let waiters = state.withLock { state in
            body(&state)
            defer { state.waiters = [] }
            return state.waiters
        }
        for continuation in waiters { continuation.resume() }
    }

    private func enter() async throws -> (id: Int, router: Router) {
        while true {
            let entered = try state.withLock { state -> (Int, Router)? in
                if let failure = state.failure { throw failure }
                guard let router = state.router else { return nil }
                state.nextID += 1
                state.calls[state.nextID] = .some(nil)
                return (state.nextID, router)
            }
            if let entered { return entered }
            await withCheckedContinuation { continuation in
                let isOpen = state.withLock { state in
                    guard state.router == nil, state.failure == nil else { return true }
                    state.waiters.append(continuation)
                    return false
                }
                if isOpen { continuation.resume() }
            }
        }
    }

    private func leave(_ id: Int) {
        let isIdle = state.withLock { state in
            state.calls.removeValue(forKey: id)
            return state.calls.isEmpty
        }
        if isIdle { endWait() }
    }

    private func endWait() {
        state.withLock { state in
            defer { state.idleWaiter = nil }
            return state.idleWaiter
        }?.resume()
    }
}
