package import CivilTime
package import Contracts
import Tracker
package import TrackerDocuments
import TrackerRules

extension ProfileSnapshot {
    /// What is planned, as a calendar. Reminders that were done by `today` are left out.
    package func calendar(asOf today: CivilDate) -> ActivityCalendar {
        let reminders = activities.filter { $0.configuration.schedule.isReminder }
        return ActivityCalendar(
            activities: activities, vacations: history.vacations, goals: goals,
            categories: Dictionary(listedCategories.map { ($0.id, $0.name) }) { $1 },
            completedReminders: Set(reminders.filter { isDone($0, asOf: today) }.map(\.id)))
    }

    /// Whether a reminder was completed, on its day or at any time.
    private func isDone(_ reminder: Activity, asOf today: CivilDate) -> Bool {
        history.entries(of: reminder.id, from: .distantPast, through: today)
            .contains { $0.outcome.isCompleted }
    }

    /// The book as a document of the tracker, without its entries; `stored` is what no book holds, and
    /// what the document has as it is stored.
    /// - Throws: When one of them cannot be read.
    package func document(with stored: [TrackerRecords.Document]) throws -> TrackerExport {
        var own: [String: [String: JSONValue]] = [:]
        for document in stored
        where DocumentMerge.extensionKinds.contains(where: { $0.rawValue == document.kind }) {
            own[document.kind, default: [:]][document.id] =
                try JSONReader.value(of: Array(document.body.utf8))
        }
        return TrackerExport(
            categories: listedCategories, activities: nestedActivities,
            vacations: history.vacations, goals: goals, links: catalog.links,
            workouts: try StoredDocument.workouts(
                stored.filter { $0.kind == StoredDocument.training }),
            residue: try StoredDocument.residue(
                stored.filter { StoredDocument.residue.contains($0.kind) }),
            extensions: own.mapValues { .object($0) })
    }
}
