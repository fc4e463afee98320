package import CivilTime
import Memberwise

/// A named group of activities.
@Memberwise
package struct Category: Hashable, Codable, Sendable, Identifiable {
    package typealias ID = Identifier<Category>

    package let id: ID
    package var name: String
    package var appearance: Appearance = .activity
    package var position: Int = 0
    package var about: String = ""
    /// True if the category sends reminders.
    package var isActive: Bool = true
    package var reminders: ReminderPlan = ReminderPlan()
    package var deleted: CivilDate? = nil

    /// The categories of a new profile, in order.
    package static let defaults: [(name: String, appearance: Appearance)] = [
        ("Workout", Appearance(icon: "figure.run", color: "#FF6B6B")),
        ("Supplement", Appearance(icon: "pills.fill", color: "#4ECDC4")),
        ("Hygiene", Appearance(icon: "drop.fill", color: "#45B7D1")),
        ("Medical", Appearance(icon: "cross.case.fill", color: "#F7B267")),
        ("Skills", Appearance(icon: "book.fill", color: "#9B8CE0")),
        ("Tracking", Appearance(icon: "chart.bar.fill", color: "#7BC47F")),
    ]

    /// The default categories whose names are absent from `existing`, in order.
    package static func missingDefaults(
        in existing: [Category]
    ) -> [(name: String, appearance: Appearance)] {
        let names = Set(existing.filter { $0.deleted == nil }.map { $0.name.lowercased() })
        return defaults.filter { !names.contains($0.name.lowercased()) }
    }
}
