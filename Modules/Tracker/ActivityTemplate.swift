import Memberwise

/// A set of activities that belong together: one of Dayline for a new profile, or one that a person
/// made of activities.
@Memberwise
package struct ActivityTemplate: Hashable, Codable, Sendable {
    @Memberwise
    package struct Item: Hashable, Codable, Sendable {
        package var name: String
        package var configuration: Configuration
        /// Nil: the appearance that the name suggests.
        package var appearance: Appearance? = nil
        /// Nil: the category that the name suggests.
        package var category: Category.ID? = nil
    }

    package var name: String
    package var summary: String
    /// The name of the container of the items; nil for items at the top level.
    package var container: String? = nil
    package var items: [Item]

    /// The templates of Dayline in order of name.
    package static let all = [evening, fitness, health, morning, study]

    private static let morning = ActivityTemplate(
        name: "morning", summary: "A routine to begin the day with.",
        container: "Morning routine",
        items: [
            checkbox("Make the bed", slot: .morning), checkbox("Stretch", slot: .morning),
            checkbox("Brush teeth", slot: .morning), checkbox("Breakfast", slot: .morning),
        ])

    private static let evening = ActivityTemplate(
        name: "evening", summary: "A routine to end the day with.", container: "Evening routine",
        items: [
            checkbox("Tidy up", slot: .evening), checkbox("Journal", slot: .evening),
            checkbox("Floss", slot: .evening), checkbox("Lights out", slot: .evening),
        ])

    private static let fitness = ActivityTemplate(
        name: "fitness", summary: "Three days of strength, two of running, and a weighing.",
        items: [
            checkbox("Strength training", .weekly([1, 3, 5]), carriesForward: true),
            Item(
                name: "Run",
                configuration: Configuration(
                    kind: .value(Quantity(unit: "km")), schedule: .weekly([2, 6]),
                    carriesForward: true)),
            Item(
                name: "Weigh-in",
                configuration: Configuration(
                    kind: .metric(.value(Quantity(unit: "kg"))), schedule: .weekly([7]),
                    carriesForward: true)),
        ])

    private static let health = ActivityTemplate(
        name: "health", summary: "Water, steps, fruit and vegetables, every day.",
        items: [
            cumulative("Water", 2000, "ml"), cumulative("Steps", 8000, "count"),
            cumulative("Fruit and vegetables", 5, "portions"),
        ])

    private static let study = ActivityTemplate(
        name: "study", summary: "Reading and practice on weekdays, a review at the weekend.",
        items: [
            cumulative("Read", 30, "min"),
            cumulative("Practise", 45, "min", .weekly([1, 2, 3, 4, 5])),
            checkbox("Review the week", .weekly([7]), carriesForward: true),
        ])

    private static func checkbox(
        _ name: String, _ schedule: Schedule = .daily, slot: Slot? = nil,
        carriesForward: Bool = false
    ) -> Item {
        var configuration = Configuration(schedule: schedule, carriesForward: carriesForward)
        if let slot { configuration.slots = [slot] }
        return Item(name: name, configuration: configuration)
    }

    private static func cumulative(
        _ name: String, _ target: Double, _ unit: String, _ schedule: Schedule = .daily
    ) -> Item {
        Item(
            name: name,
            configuration: Configuration(
                kind: .cumulative(Quantity(target: target, unit: unit), by: .sum),
                schedule: schedule))
    }
}
