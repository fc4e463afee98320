import CivilTime
import RPC
import Tracker
import TrackerRules

extension ChangeSet {
    /// Takes out what was read from health data where a completion is to be: it gives way to it.
    /// - Throws: ALREADY_EXISTS where the session of the day that an entry is to have is taken.
    mutating func removeConflicts(
        with entry: Entry, of activity: Activity, in book: ProfileSnapshot
    ) throws {
        let rivals = book.history.conflictingEntries(with: entry, of: activity)
        let read = rivals.filter { $0.isHealthSynced && entry.outcome.isCompleted }
        try book.checkNoConflicts(with: rivals.filter { !read.contains($0) }, of: activity)
        for reading in read { try replace(reading, with: nil) }
    }
}

extension ProfileSnapshot {
    /// - Throws: When an entry is of a session that its day does not have.
    func checkSession(of entry: Entry, of activity: Activity) throws(Status) {
        let sessions = activity.configuration(on: entry.day).sessions
        guard let slot = entry.slot, sessions.count > 1, !sessions.contains(slot) else { return }
        throw status(of: .unknownSlot(slot, sessions: sessions), for: activity)
    }

    fileprivate func checkNoConflicts(with rivals: [Entry], of activity: Activity) throws(Status) {
        guard let other = rivals.last else { return }
        let words =
            if let value = other.outcome.value {
                plainText(other.entered?.amount ?? value)
                    + ((other.entered?.unit ?? activity.unit(on: other.day)).map { " \($0)" } ?? "")
            } else {
                other.outcome.isCompleted ? "done" : "skipped"
            }
        let session = other.slot.map { ", \($0.rawValue)" } ?? ""
        throw Status(
            .alreadyExists,
            "\"\(activity.name)\" has an entry on \(other.day)\(session) already: \(words).",
            hint: "Put that one in the trash first with: dayline entry delete "
                + quoted(other.id.rawValue))
    }
}

extension Activity {
    fileprivate func unit(on day: CivilDate) -> String? {
        configuration(on: day).kind.quantity?.unit
    }
}
