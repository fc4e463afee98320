import Synchronization

/// That everything is to stop, as asked for by a signal or a call.
final class StopSignal: Sendable {
    private let state = Mutex(State())

    private struct State {
        var isRequested = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// - Returns: Whether nobody had asked before.
    func request() -> Bool {
        let (isFirst, waiting) = state.withLock { state in
            defer { state = State(isRequested: true) }
            return (!state.isRequested, state.waiting)
        }
        for continuation in waiting { continuation.resume() }
        return isFirst
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let isMade = state.withLock { state in
                if !state.isRequested { state.waiting.append(continuation) }
                return state.isRequested
            }
            if isMade { continuation.resume() }
        }
    }
}
