import Synchronization

/// That everything is to stop, as asked for by a signal or a call.
final class StopRequest: Sendable {
    private let state = Mutex(State())

    private struct State {
        var isMade = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// - Returns: Whether nobody had asked before.
    func make() -> Bool {
        let (isFirst, waiting) = state.withLock { state in
            defer { state = State(isMade: true) }
            return (!state.isMade, state.waiting)
        }
        for continuation in waiting { continuation.resume() }
        return isFirst
    }

    func made() async {
        await withCheckedContinuation { continuation in
            let isMade = state.withLock { state in
                if !state.isMade { state.waiting.append(continuation) }
                return state.isMade
            }
            if isMade { continuation.resume() }
        }
    }
}
