package import CivilTime
package import Contracts
import JSON
import Tracker
package import TrackerDocuments
import TrackerRules

extension ProfileSnapshot {
    /// The calendar of activities, vacations and goals. Reminders that were done by `today` are
    /// left out.
    package func calendar(
        asOf today: CivilDate, for subscription: CalendarSubscription? = nil
    ) -> ActivityCalendar {
        let reminders = activities.filter { $0.configuration.schedule.isReminder }
        return ActivityCalendar(
            activities: activities, today: today, vacations: history.vacations, goals: goals,
            categories: Dictionary(listedCategories.map { ($0.id, $0.name) }) { $1 },
            completedReminders: Set(reminders.filter { isDone($0, asOf: today) }.map(\.id)),
            skips: history.skippedSessions, subscription: subscription)
    }

    /// True if the reminder was completed by `today`.
    private func isDone(_ reminder: Activity, asOf today: CivilDate) -> Bool {
        history.entries(of: reminder.id, from: .distantPast, through: today)
            .contains { $0.outcome.isCompleted }
    }

    /// The profile as a tracker document, without its entries. `stored` has the documents that are not
    /// in the snapshot, and those that are exported as stored.
    /// - Throws: DATA_LOSS or a decoding error if one of them cannot be decoded.
    package func document(with stored: [TrackerRecords.Document]) throws -> TrackerExport {
        var own: [String: [String: JSONValue]] = [:]
        for document in stored
        where DocumentMerge.extensionKinds.contains(where: { $0.rawValue == document.kind }) {
            own[document.kind, default: [:]][document.id] =
                try JSONValue(parsing: Array(document.body.utf8))
        }
        return TrackerExport(
            categories: listedCategories, activities: nestedActivities,
            vacations: history.vacations, goals: goals, links: catalog.links,
            workouts: try TrainingRecords(
                stored.filter { $0.kind == StoredDocument.training }
            ).lists,
            residue: try StoredDocument.residue(
                stored.filter { StoredDocument.residue.contains($0.kind) }),
            extensions: own.mapValues { .object($0) })
    }
}
