import Contracts

/// What a write has to tell others, once it is committed.
struct Consequences: Sendable {
    /// For the change log.
    var notes: [ChangeLog.Note] = []
    /// Days that have to be folded.
    var dirty: [DirtyMetric] = []
    /// A profile that is gone.
    var removedProfile: Int64?
}
