/// Values that another thread computes in their order, each while the caller uses the one before.
struct ComputedAhead<Value: Sendable> {
    private let count: Int
    private let compute: @Sendable (Int) throws -> Value
    /// The number of values whose computation was started.
    private var started = 0
    /// The value that ``next()`` returns; nil after the last one.
    private var following: Computation<Value>?

    /// `compute` returns the value with an index from 0.
    init(count: Int, _ compute: @escaping @Sendable (Int) throws -> Value) {
        self.count = count
        self.compute = compute
        startFollowing()
    }

    /// Blocks until the next value is computed, and starts the one after it.
    /// - Returns: Nil after the last value.
    /// - Throws: The error of the computation.
    mutating func next() throws -> Value? {
        guard let following else { return nil }
        let value = try following.value()
        startFollowing()
        return value
    }

    private mutating func startFollowing() {
        guard started < count else {
            following = nil
            return
        }
        following = Computation { [compute, started] in try compute(started) }
        started += 1
    }
}
