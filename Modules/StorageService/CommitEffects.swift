import CivilTime
import Contracts
import RPC

/// What a write has to tell others, once it is committed.
struct CommitEffects: Sendable {
    /// For the change log.
    var logEntries: [ChangeLog.Entry] = []
    /// Days that have to be folded.
    var dirty: [DirtyMetric] = []
    /// Days that were folded with the change, and the version that they were folded to before.
    var folded: (days: FoldedMetric, before: Int64)?
    /// A profile that is gone.
    var removedProfile: Int64?
}

extension CommitEffects {
    /// The write as a ``Days/CacheUpdate``, if it is one: empty when it changed anything else that is told of
    /// days, or very many of them.
    func renewal(in profile: String) -> Bytes {
        guard let folded, dirty.isEmpty, removedProfile == nil, folded.days.slices.count == 1
        else { return .empty }
        let part = folded.days.slices[0]
        let renewal = Days.CacheUpdate(
            profile: profile, metric: folded.days.metric.metric, version: folded.days.version,
            days: Days.Span(
                from: CivilDate(days: part.days.from), to: CivilDate(days: part.days.to)),
            totals: part.totals)
        // Whoever is not told asks.
        return (try? JSONBody.encode(renewal)) ?? .empty
    }
}
