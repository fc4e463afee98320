/// How a thing looks in a list. Never part of a rule, and never part of a snapshot.
package struct Appearance: Hashable, Codable, Sendable {
    /// The name of a symbol, as the seed tracker's documents name it, or an emoji.
    package var icon: String
    /// `#RRGGBB`.
    package var color: String

    package init(icon: String, color: String) {
        self.icon = icon
        self.color = color
    }

    /// What an activity has when nobody chose.
    package static let activity = Appearance(icon: "star.fill", color: "#007AFF")
    /// What a goal has when nobody chose.
    package static let goal = Appearance(icon: "target", color: "#FF3B30")
}
