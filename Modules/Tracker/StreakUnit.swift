/// The unit in which a streak counts.
package enum StreakUnit: String, CaseIterable, Codable, Sendable {
    case day, week, month
}
