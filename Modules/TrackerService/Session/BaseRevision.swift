import Tracker

/// When a call came, among the changes made at a desk: what was changed while it waited was not what
/// its caller saw.
struct BaseRevision {
    private let changes: Int
    private var written: [Activity.ID: Int] = [:]

    init(changes: Int) {
        self.changes = changes
    }

    func updated(with written: [Activity.ID: Int]) -> BaseRevision {
        var arrival = self
        arrival.written = written
        return arrival
    }

    /// Whether an activity was changed after the call came.
    func isBefore(changeOf id: Activity.ID) -> Bool {
        (written[id] ?? 0) > changes
    }
}
