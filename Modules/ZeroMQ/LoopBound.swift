/// State that is accessed only on the thread of one loop.
package final class LoopBound<Value: ~Copyable>: @unchecked Sendable {
    // Unchecked: every access checks that it is on the thread of the loop.
    @usableFromInline var value: Value
    @usableFromInline let loop: Loop

    package init(_ value: consuming Value, on loop: Loop) {
        self.value = value
        self.loop = loop
    }

    /// Accesses the state. `body` must not access it again.
    @inlinable
    package func with<Result: ~Copyable, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        loop.checkIsolated()
        return try body(&value)
    }
}
