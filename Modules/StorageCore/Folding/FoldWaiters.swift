/// The calls that wait for a change of the fold queue.
struct FoldWaiters {
    /// The maximum number of waiting calls, below the worker's capacity so that commits of folded days are
    /// still admitted.
    static let limit = 32

    /// Incremented by every event that can end a wait.
    private(set) var changes = 0
    private var waiting: [(number: Int64, continuation: CheckedContinuation<Void, Never>)] = []

    var isFull: Bool { waiting.count >= Self.limit }

    mutating func add(_ number: Int64, _ continuation: CheckedContinuation<Void, Never>) {
        waiting.append((number, continuation))
    }

    /// Resumes all waiting calls, which then check their condition again.
    mutating func wake() {
        changes += 1
        let resumed = waiting
        waiting = []
        for waiter in resumed { waiter.continuation.resume() }
    }

    /// Resumes one waiting call.
    mutating func cancel(_ number: Int64) {
        guard let index = waiting.firstIndex(where: { $0.number == number }) else { return }
        waiting.remove(at: index).continuation.resume()
    }
}
