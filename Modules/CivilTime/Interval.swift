/// How wide the buckets of a series are; from narrow to wide.
package enum Interval: String, CaseIterable, Codable, Hashable, Sendable {
    case day, week, month, quarter, half, year
}
