import RPC

/// Why the days of a metric could not be folded so far.
struct FoldRefusal: Hashable, Sendable {
    private(set) var attempts = 0
    /// Of the last attempt that told; nil: none did.
    private(set) var reason: Status?

    /// The disk had no room for what was folded.
    var isDiskFull: Bool { reason?.code == .resourceExhausted }

    /// Counts an attempt. A worker that only ended its stream, mostly after another refusal, gives no
    /// reason: the last one holds.
    mutating func record(_ reason: Status?) {
        attempts &+= 1
        if let reason, reason.code != .cancelled { self.reason = reason }
    }
}
