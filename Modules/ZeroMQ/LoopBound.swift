/// State that only one loop's thread touches.
package final class LoopBound<Value: ~Copyable>: @unchecked Sendable {
    // Unchecked: every access checks that it is on the loop's thread.
    @usableFromInline var value: Value
    @usableFromInline let loop: Loop

    package init(_ value: consuming Value, on loop: Loop) {
        self.value = value
        self.loop = loop
    }

    /// Only one access at a time: `body` must not lead to another.
    @inlinable
    package func with<Result: ~Copyable, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        loop.checkIsolated()
        return try body(&value)
    }
}
