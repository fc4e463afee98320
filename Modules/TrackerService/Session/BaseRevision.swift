import Tracker

/// The state of a session when a call arrived. The caller did not see changes that were committed while
/// the call waited.
struct BaseRevision {
    private let changes: Int
    private var written: [Activity.ID: Int] = [:]

    init(changes: Int) {
        self.changes = changes
    }

    func updated(with written: [Activity.ID: Int]) -> BaseRevision {
        var updated = self
        updated.written = written
        return updated
    }

    /// True if the activity was changed after the call arrived.
    func isBefore(changeOf id: Activity.ID) -> Bool {
        (written[id] ?? 0) > changes
    }
}
