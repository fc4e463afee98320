package import RPC
package import ZeroMQ

extension Loop {
    /// Runs `action` on the loop at `moment` or up to a millisecond later.
    @discardableResult
    package func setAlarm(
        at moment: MonotonicInstant, _ action: @escaping @Sendable () -> Void
    ) -> LoopTimer {
        schedule(at: .now.advanced(by: MonotonicInstant.now.duration(to: moment)), action)
    }
}
