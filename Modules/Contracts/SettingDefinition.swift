import Milestones
package import RPC

/// A setting that a person may change: its name, what it may be, and what it is without them.
package struct SettingDefinition: Hashable, Sendable {
    package let key: String
    package let summary: String
    package let defaultValue: String
    package let allowed: [String]

    /// Every setting, by name.
    package static let all = [
        SettingDefinition(
            key: Settings.weekStart, summary: "The first day of a week.", defaultValue: "monday",
            allowed: ["monday", "sunday", "saturday"]),
        SettingDefinition(
            key: Settings.milestoneInterval,
            summary: "How far apart weight milestones lie: 5, 10, 15 lb or 2, 5, 7 kg.",
            defaultValue: MilestoneInterval.default.rawValue,
            allowed: MilestoneInterval.allCases.map(\.rawValue)),
    ]

    package static func named(_ key: String) throws(Status) -> Self {
        guard let definition = all.first(where: { $0.key == key }) else {
            throw Status(
                .notFound, "There is no setting \"\(key)\".",
                hint: "Settings: \(all.map(\.key).joined(separator: ", ")).")
        }
        return definition
    }

    /// - Throws: INVALID_ARGUMENT with what is allowed.
    package func validate(_ value: String) throws(Status) {
        guard allowed.contains(value) else {
            throw Status(
                .invalidArgument, "\"\(value)\" is no value of \(key).",
                hint: "Allowed: \(allowed.joined(separator: ", ")).")
        }
    }
}
