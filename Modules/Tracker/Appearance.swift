/// Icon and colour in a list. An appearance is not part of rules or configuration snapshots.
package struct Appearance: Hashable, Codable, Sendable {
    /// A symbol name of the seed tracker's documents, or an emoji.
    package var icon: String
    /// `#RRGGBB`.
    package var color: String

    package init(icon: String, color: String) {
        self.icon = icon
        self.color = color
    }

    /// The default of an activity.
    package static let activity = Appearance(icon: "star.fill", color: "#007AFF")
    /// The default of a goal.
    package static let goal = Appearance(icon: "target", color: "#FF3B30")
}
