package import RPC

/// The failed attempts to fold a metric and the last known reason.
package struct FoldRefusal: Hashable, Sendable {
    private(set) var attempts = 0
    /// The reason of the last attempt that had one; nil if none had.
    private(set) var reason: Status?

    /// True if the totals could not be stored because the disk was full.
    package var isDiskFull: Bool { reason?.code == .resourceExhausted }

    /// Counts a failed attempt. A worker that only ended its stream, usually after another failure, gives no
    /// reason; the previous one is kept.
    package mutating func record(_ reason: Status?) {
        attempts &+= 1
        if let reason, reason.code != .cancelled { self.reason = reason }
    }
}
