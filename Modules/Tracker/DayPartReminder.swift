/// A daily reminder of the open activities of one part of the day.
package enum DayPartReminder: String, CaseIterable, Codable, Sendable {
    case morning, afternoon, evening

    /// Minutes since midnight.
    package var defaultMinute: Int {
        switch self {
        case .morning: 8 * 60
        case .afternoon: 13 * 60
        case .evening: 20 * 60
        }
    }
}
