import Contracts
import RPC

/// The work that a committed write triggers.
package struct CommitEffects: Sendable {
    /// Entries for the change log, appended in the same transaction.
    package var logEntries: [ChangeLog.Entry] = []
    /// Days whose totals became stale.
    package var dirty: [DirtyMetric] = []
    /// Days folded within the write, and the metric's folded version before it.
    package var folded: (days: FoldedMetric, before: Int64)?
    /// The profile that the write removed.
    package var removedProfile: Int64?

    package init() {}
}

extension CommitEffects {
    /// Adds an entry to the log of a keyed request that changed nothing, since its response is stored with
    /// an entry. `profile` is the caller's.
    package mutating func completeLog(
        of call: ChangeCall, _ profile: () throws -> ProfileRow
    ) rethrows {
        guard logEntries.isEmpty, call.request != nil else { return }
        logEntries = [
            ChangeLog.Entry(
                profile: try profile(), who: "person", kind: "none", key: call.method.description)
        ]
    }
}
