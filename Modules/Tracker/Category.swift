package import CivilTime

/// A heading under which a person gathers activities.
package struct Category: Hashable, Codable, Sendable, Identifiable {
    package typealias ID = Identifier<Category>

    package let id: ID
    package var name: String
    package var appearance: Appearance
    package var position: Int
    package var about: String
    /// An inactive category reminds of nothing.
    package var isActive: Bool
    package var reminders: ReminderPlan
    package var deleted: CivilDate?

    package init(
        id: ID, name: String, appearance: Appearance = .activity, position: Int = 0,
        about: String = "", isActive: Bool = true, reminders: ReminderPlan = ReminderPlan(),
        deleted: CivilDate? = nil
    ) {
        self.id = id
        self.name = name
        self.appearance = appearance
        self.position = position
        self.about = about
        self.isActive = isActive
        self.reminders = reminders
        self.deleted = deleted
    }

    /// The times of day at which it reminds, in minutes since midnight: none while it is inactive or
    /// in the trash.
    package var scheduledMinutes: [Int] {
        isActive && deleted == nil ? reminders.times.minutes : []
    }

    /// What a new profile starts with, in order.
    package static let defaults: [(name: String, appearance: Appearance)] = [
        ("Workout", Appearance(icon: "figure.run", color: "#FF6B6B")),
        ("Supplement", Appearance(icon: "pills.fill", color: "#4ECDC4")),
        ("Hygiene", Appearance(icon: "drop.fill", color: "#45B7D1")),
        ("Medical", Appearance(icon: "cross.case.fill", color: "#F7B267")),
        ("Skills", Appearance(icon: "book.fill", color: "#9B8CE0")),
        ("Tracking", Appearance(icon: "chart.bar.fill", color: "#7BC47F")),
    ]

    /// The default categories that `existing` lacks, by name, in order.
    package static func missingDefaults(
        in existing: [Category]
    ) -> [(name: String, appearance: Appearance)] {
        let names = Set(existing.filter { $0.deleted == nil }.map { $0.name.lowercased() })
        return defaults.filter { !names.contains($0.name.lowercased()) }
    }
}
