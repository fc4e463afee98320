import CivilTime
import Tracking

/// A day of an activity that a person corrected or deleted what was read of: it is not read again.
struct DismissedReading: Codable, Hashable, Sendable {
    var activity: Activity.ID
    var day: CivilDate

    /// What its record is called.
    var id: String { "\(day) \(activity)" }
}

extension Book {
    func isDismissed(_ day: CivilDate, of activity: Activity.ID) -> Bool {
        dismissedReadings[DismissedReading(activity: activity, day: day).id] != nil
    }
}

extension Draft {
    /// No reading takes the place of an entry that a person had enough of.
    mutating func dismissReading(of entry: Entry, in book: Book) throws {
        guard !book.isDismissed(entry.day, of: entry.activity) else { return }
        let dismissed = DismissedReading(activity: entry.activity, day: entry.day)
        try put(.dismissedReading, dismissed.id, dismissed)
    }

    /// Takes a dismissal back, if there is one.
    mutating func readAgain(_ day: CivilDate, of activity: Activity.ID, in book: Book) {
        guard book.isDismissed(day, of: activity) else { return }
        remove(.dismissedReading, DismissedReading(activity: activity, day: day).id)
    }
}
