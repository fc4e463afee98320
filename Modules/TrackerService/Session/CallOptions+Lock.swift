import RPC

extension CallOptions {
    private static let lockedTimeout = Duration.seconds(20)

    /// The options of a call to storage while a profile is locked, with a deadline of at most 20
    /// seconds. The other requests of the profile wait for the call, also when its message was lost.
    var whileLocked: CallOptions {
        var options = self
        options.deadline = min(deadline, .after(Self.lockedTimeout))
        return options
    }
}
