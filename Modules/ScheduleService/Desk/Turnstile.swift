import Synchronization

/// Lets one pass at a time, in the order of arrival.
///
/// The line has no bound of its own: each place in it is a call that the transport has let in.
final class Turnstile: Sendable {
    private struct State {
        var isTaken = false
        var line: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func pass<Value>(_ body: () async throws -> Value) async rethrows -> Value {
        await enter()
        defer { leave() }
        return try await body()
    }

    private func enter() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.isTaken {
                    state.line.append(continuation)
                    return false
                }
                state.isTaken = true
                return true
            }
            if isFree { continuation.resume() }
        }
    }

    private func leave() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.line.isEmpty else { return state.line.removeFirst() }
            state.isTaken = false
            return nil
        }
        next?.resume()
    }
}
