import Synchronization

/// A request to stop the system, made by a signal or a call.
final class StopSignal: Sendable {
    private let state = Mutex(State())

    private struct State {
        var isRequested = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// - Returns: True for the first request.
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
            let isRequested = state.withLock { state in
                if !state.isRequested { state.waiting.append(continuation) }
                return state.isRequested
            }
            if isRequested { continuation.resume() }
        }
    }
}
