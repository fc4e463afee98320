/// The operations that a session needs from its transport.
package struct SessionLink: Sendable {
    /// Sends a message to the peer with this number. Messages leave in the order of calls.
    package var send: @Sendable (Envelope, _ peer: UInt64) -> Void
    /// Runs an action at an instant or shortly after.
    package var setAlarm:
        @Sendable (MonotonicInstant, _ action: @escaping @Sendable () -> Void) -> Void
    /// Runs short handlers on the thread of the transport; nil if there is no such thread.
    package var executor: (any TaskExecutor)?

    package init(
        executor: (any TaskExecutor)? = nil,
        send: @escaping @Sendable (Envelope, _ peer: UInt64) -> Void,
        setAlarm:
            @escaping @Sendable (
                MonotonicInstant, _ action: @escaping @Sendable () -> Void
            ) -> Void
    ) {
        self.executor = executor
        self.send = send
        self.setAlarm = setAlarm
    }
}
