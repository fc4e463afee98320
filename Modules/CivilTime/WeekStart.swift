/// The first day of a week. ISO weeks, the default, begin on Monday.
package enum WeekStart: String, CaseIterable, Codable, Hashable, Sendable {
    case monday, sunday, saturday

    /// ISO number of the first weekday: 1 is Monday, 7 is Sunday.
    package var weekday: Int {
        switch self {
        case .monday: 1
        case .saturday: 6
        case .sunday: 7
        }
    }
}
