import Memberwise
package import RPC

/// The method, the caller and the time of a change.
@Memberwise
package struct ChangeCall: Sendable {
    package var method: MethodName
    /// The name of the caller's profile.
    package var profile: String
    /// The request as it is recognised in a retry; nil without an idempotency key.
    package var request: KeyedRequest?
    /// The time for the change log, in milliseconds since 1970.
    package var now: Int64
}

/// The outcome of a committed change.
@Memberwise
package struct Committed<Reply: Sendable>: Sendable {
    package var reply: Reply
    package var effects = CommitEffects()
    /// True if the request was executed before: the reply is the stored one.
    package var isRepeated = false
}
