import CivilTime
import Tracker

/// A day and activity whose synced entry a person corrected or deleted. The day is not synced
/// again.
struct DismissedReading: Codable, Hashable, Sendable {
    var activity: Activity.ID
    var day: CivilDate

    /// The identifier of its record.
    var id: String { "\(day) \(activity)" }
}

extension ProfileSnapshot {
    func isDismissed(_ day: CivilDate, of activity: Activity.ID) -> Bool {
        dismissedReadings[DismissedReading(activity: activity, day: day).id] != nil
    }
}

extension ChangeSet {
    /// Excludes the day of an entry from health sync for its activity.
    mutating func dismissReading(of entry: Entry, in snapshot: ProfileSnapshot) throws {
        guard !snapshot.isDismissed(entry.day, of: entry.activity) else { return }
        let dismissed = DismissedReading(activity: entry.activity, day: entry.day)
        try store(.dismissedReading, dismissed.id, dismissed)
    }

    /// Allows health sync on the day again.
    mutating func removeDismissal(
        on day: CivilDate, of activity: Activity.ID, in snapshot: ProfileSnapshot
    ) {
        guard snapshot.isDismissed(day, of: activity) else { return }
        remove(.dismissedReading, DismissedReading(activity: activity, day: day).id)
    }
}
