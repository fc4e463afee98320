import Contracts

/// What a write has to tell others, once it is committed.
struct Consequences: Sendable {
    /// For the change log.
    var notes: [ChangeLog.Note] = []
    /// Days that have to be folded.
    var dirty: [DirtyMetric] = []
    /// Days that were folded with the change, and the version that they were folded to before.
    var folded: (days: FoldedMetric, before: Int64)?
    /// A profile that is gone.
    var removedProfile: Int64?
}
