import CivilTime
import Tracker

/// A day of an activity that a person corrected or deleted what was read of: it is not read again.
struct DismissedReading: Codable, Hashable, Sendable {
    var activity: Activity.ID
    var day: CivilDate

    /// What its record is called.
    var id: String { "\(day) \(activity)" }
}

extension ProfileSnapshot {
    func isDismissed(_ day: CivilDate, of activity: Activity.ID) -> Bool {
        dismissedReadings[DismissedReading(activity: activity, day: day).id] != nil
    }
}

extension ChangeSet {
    /// No reading takes the place of an entry that a person had enough of.
    mutating func dismissReading(of entry: Entry, in book: ProfileSnapshot) throws {
        guard !book.isDismissed(entry.day, of: entry.activity) else { return }
        let dismissed = DismissedReading(activity: entry.activity, day: entry.day)
        try store(.dismissedReading, dismissed.id, dismissed)
    }

    /// Takes a dismissal back, if there is one.
    mutating func removeDismissal(
        on day: CivilDate, of activity: Activity.ID, in book: ProfileSnapshot
    ) {
        guard book.isDismissed(day, of: activity) else { return }
        remove(.dismissedReading, DismissedReading(activity: activity, day: day).id)
    }
}
