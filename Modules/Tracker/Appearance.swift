import Memberwise

/// Icon and colour in a list. An appearance is not part of rules or configuration snapshots.
@Memberwise
package struct Appearance: Hashable, Codable, Sendable {
    /// A symbol name of the seed tracker's documents, or an emoji.
    package var icon: String
    /// `#RRGGBB`.
    package var color: String

    /// The default of an activity.
    package static let activity = Appearance(icon: "star.fill", color: "#007AFF")
    /// The default of a goal.
    package static let goal = Appearance(icon: "target", color: "#FF3B30")
}
