import CivilTime
import Contracts
import RPC

/// The work that a committed write triggers.
struct CommitEffects: Sendable {
    /// Entries for the change log, appended in the same transaction.
    var logEntries: [ChangeLog.Entry] = []
    /// Days whose totals became stale.
    var dirty: [DirtyMetric] = []
    /// Days folded within the write, and the metric's folded version before it.
    var folded: (days: FoldedMetric, before: Int64)?
    /// The profile that the write removed.
    var removedProfile: Int64?
}

extension CommitEffects {
    /// The write as an encoded ``Days/CacheUpdate`` for the workers' caches. Empty if it changed other than
    /// one slice of folded days; caches then read the totals again.
    func cacheUpdate(of profile: String) -> Bytes {
        guard let folded, dirty.isEmpty, removedProfile == nil, folded.days.slices.count == 1
        else { return .empty }
        let part = folded.days.slices[0]
        let update = Days.CacheUpdate(
            profile: profile, metric: folded.days.metric.metric, version: folded.days.version,
            days: Days.Span(
                from: CivilDate(days: part.days.from), to: CivilDate(days: part.days.to)),
            totals: part.totals)
        return (try? JSONBody.encode(update)) ?? .empty
    }
}
