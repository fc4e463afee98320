import CivilTime
import RPC
import Tracker
import TrackerRules

extension ChangeSet {
    /// Removes health-synced entries that a manual completion replaces.
    /// - Throws: ALREADY_EXISTS if another entry has the session of the day.
    mutating func removeConflicts(
        with entry: Entry, of activity: Activity, in snapshot: ProfileSnapshot
    ) throws {
        let rivals = snapshot.history.conflictingEntries(with: entry, of: activity)
        let synced = rivals.filter { $0.isHealthSynced && entry.outcome.isCompleted }
        try snapshot.checkNoConflicts(with: rivals.filter { !synced.contains($0) }, of: activity)
        for entry in synced { remove(entry) }
    }
}

extension ProfileSnapshot {
    /// - Throws: INVALID_ARGUMENT if the activity does not have the entry's session on its day.
    func checkSession(of entry: Entry, of activity: Activity) throws(Status) {
        let sessions = activity.configuration(on: entry.day).sessions
        guard let slot = entry.slot, sessions.count > 1, !sessions.contains(slot) else { return }
        throw status(of: .unknownSlot(slot, sessions: sessions), for: activity)
    }

    fileprivate func checkNoConflicts(with rivals: [Entry], of activity: Activity) throws(Status) {
        guard let other = rivals.last else { return }
        let content =
            if let value = other.outcome.value {
                plainText(other.entered?.amount ?? value)
                    + ((other.entered?.unit ?? activity.unit(on: other.day)).map { " \($0)" } ?? "")
            } else {
                other.outcome.isCompleted ? "done" : "skipped"
            }
        let session = other.slot.map { ", \($0.rawValue)" } ?? ""
        throw Status(
            .alreadyExists,
            "\"\(activity.name)\" has an entry on \(other.day)\(session) already: \(content).",
            hint: "Delete that entry first with: dayline entry delete "
                + quoted(other.id.rawValue))
    }
}

extension Activity {
    fileprivate func unit(on day: CivilDate) -> String? {
        configuration(on: day).kind.quantity?.unit
    }
}
