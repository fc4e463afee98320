import Synchronization

/// The sending side of flow control: an item is sent only against credit that the receiver granted.
final class CreditGate: Sendable {
    private struct Waiter {
        let id: UInt64
        let continuation: UnsafeContinuation<Void, any Error>
    }

    private struct State {
        var credit: UInt32
        var ending: (any Error)?
        var waiters: [Waiter] = []
        var nextID: UInt64 = 0
    }

    private let state: Mutex<State>

    init(credit: UInt32) {
        state = Mutex(State(credit: min(credit, WireLimits.window)))
    }

    /// Waits for the credit for one more item, first in first out.
    /// - Throws: The reason for which the call ended, or `CancellationError`.
    func acquire() async throws {
        let isOpen = try state.withLock { state in
            if let ending = state.ending { throw ending }
            guard state.credit > 0, state.waiters.isEmpty else { return false }
            state.credit -= 1
            return true
        }
        if !isOpen { try await wait() }
    }

    private func wait() async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { continuation in
                let outcome: Result<Void, any Error>? = state.withLock { state in
                    if let ending = state.ending { return .failure(ending) }
                    // Either the cancellation handler has run already, or it will find the waiter.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.credit > 0, state.waiters.isEmpty {
                        state.credit -= 1
                        return .success(())
                    }
                    state.waiters.append(Waiter(id: id, continuation: continuation))
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0) }
            }
            waiter?.continuation.resume(throwing: CancellationError())
        }
    }

    func grant(_ credit: UInt32) {
        let released = state.withLock { state in
            state.credit = min(state.credit &+ min(credit, WireLimits.window), WireLimits.window)
            let count = min(Int(state.credit), state.waiters.count)
            state.credit -= UInt32(count)
            let released = Array(state.waiters.prefix(count))
            state.waiters.removeFirst(count)
            return released
        }
        for waiter in released { waiter.continuation.resume() }
    }

    /// Fails all present and later waiters. The first reason is kept.
    func close(_ reason: any Error) {
        let released = state.withLock { state in
            if state.ending == nil { state.ending = reason }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in released { waiter.continuation.resume(throwing: reason) }
    }
}
