import Synchronization

/// The sending side of flow control: an item is sent only against credit that the receiver granted.
///
/// The first credit decides whether the stream counts items or bytes.
final class CreditGate: Sendable {
    private struct Waiter {
        let id: UInt64
        let bytes: Int
        let continuation: UnsafeContinuation<Void, any Error>
    }

    private struct State {
        /// Nil until the first credit.
        var window: CreditWindow?
        /// The unspent credit, in items or in bytes as the window says.
        var credit: UInt32
        /// The reason for which the call ended; nil: open.
        var ending: (any Error)?
        var waiters: [Waiter] = []
        var nextID: UInt64 = 0

        /// Spends the credit of an item with this many bytes. Returns false without that credit.
        mutating func spend(_ bytes: Int) -> Bool {
            guard let window else { return false }
            let cost = window.cost(of: bytes)
            guard cost <= credit else { return false }
            credit -= cost
            return true
        }
    }

    private let state: Mutex<State>

    /// A gate with the credit of `window`; nil for none.
    init(window: CreditWindow? = nil) {
        let window = window.flatMap { $0.size > 0 ? $0 : nil }
        state = Mutex(State(window: window, credit: window?.size ?? 0))
    }

    /// The flag of the items of the stream.
    var itemFlags: MessageFlags { state.withLock { $0.window?.flags ?? [] } }

    /// Waits for the credit for one more item with this size of its content, first in first out.
    /// - Throws: The reason for which the call ended, or `CancellationError`.
    func acquire(bytes: Int) async throws {
        let isOpen = try state.withLock { state in
            if let ending = state.ending { throw ending }
            return state.waiters.isEmpty && state.spend(bytes)
        }
        if !isOpen { try await wait(bytes) }
    }

    private func wait(_ bytes: Int) async throws {
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
                    if state.waiters.isEmpty, state.spend(bytes) { return .success(()) }
                    state.waiters.append(Waiter(id: id, bytes: bytes, continuation: continuation))
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let (cancelled, released) = state.withLock { state in
                let waiter = state.waiters.firstIndex { $0.id == id }
                    .map { state.waiters.remove(at: $0) }
                return (waiter, Self.removeReleased(&state))
            }
            cancelled?.continuation.resume(throwing: CancellationError())
            for waiter in released { waiter.continuation.resume() }
        }
    }

    /// Adds the credit of a message. Credit in another unit than the first one has no effect.
    func grant(_ credit: Preamble) {
        let released = state.withLock { state in
            let granted = CreditWindow(firstCredit: credit)
            let window = state.window ?? granted
            guard granted.unit == window.unit, granted.size > 0 else { return [Waiter]() }
            state.window = window
            // Both are at most the limit, so the sum does not overflow.
            state.credit = min(state.credit + granted.size, window.limit)
            return Self.removeReleased(&state)
        }
        for waiter in released { waiter.continuation.resume() }
    }

    /// Removes the first waiters whose items have credit now.
    private static func removeReleased(_ state: inout State) -> [Waiter] {
        var count = 0
        while count < state.waiters.count, state.spend(state.waiters[count].bytes) { count += 1 }
        defer { state.waiters.removeFirst(count) }
        return Array(state.waiters.prefix(count))
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
