/// What a session needs from whatever carries its messages.
package struct SessionLink: Sendable {
    /// Sends a message to the peer of that number, in the order of calls.
    package var send: @Sendable (Envelope, _ peer: UInt64) -> Void
    /// Runs an action at that moment or soon after.
    package var setAlarm:
        @Sendable (MonotonicInstant, _ ring: @escaping @Sendable () -> Void) -> Void
    /// Runs handlers that are short where messages come in and leave.
    package var executor: (any TaskExecutor)?

    package init(
        executor: (any TaskExecutor)? = nil,
        send: @escaping @Sendable (Envelope, _ peer: UInt64) -> Void,
        setAlarm:
            @escaping @Sendable (
                MonotonicInstant, _ ring: @escaping @Sendable () -> Void
            ) -> Void
    ) {
        self.executor = executor
        self.send = send
        self.setAlarm = setAlarm
    }
}
