import Tracking

/// When a call came, among the changes made at a desk: what was changed while it waited was not what
/// its caller saw.
struct Arrival {
    private let changes: Int
    private var written: [Activity.ID: Int] = [:]

    init(changes: Int) {
        self.changes = changes
    }

    func noting(_ written: [Activity.ID: Int]) -> Arrival {
        var arrival = self
        arrival.written = written
        return arrival
    }

    /// Whether an activity was changed after the call came.
    func isBefore(changeOf id: Activity.ID) -> Bool {
        (written[id] ?? 0) > changes
    }
}
