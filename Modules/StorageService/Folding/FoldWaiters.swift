/// Those who wait for something to become of days that are to be folded.
struct FoldWaiters {
    /// So that they leave room in the worker for those who bring what is waited for.
    static let limit = 32

    /// Counts what could end a wait.
    private(set) var changes = 0
    private var waiting: [(number: Int64, continuation: CheckedContinuation<Void, Never>)] = []

    var isFull: Bool { waiting.count >= Self.limit }

    mutating func add(_ number: Int64, _ continuation: CheckedContinuation<Void, Never>) {
        waiting.append((number, continuation))
    }

    /// Something has become of days: everybody looks again.
    mutating func wake() {
        changes += 1
        let woken = waiting
        waiting = []
        for waiter in woken { waiter.continuation.resume() }
    }

    /// One of them waits no longer.
    mutating func cancel(_ number: Int64) {
        guard let index = waiting.firstIndex(where: { $0.number == number }) else { return }
        waiting.remove(at: index).continuation.resume()
    }
}
