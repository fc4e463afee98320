/// The details of activities that a calendar shows.
package enum CalendarDetail: String, CaseIterable, Codable, Sendable {
    /// Names, targets, categories and alarms.
    case full
    /// Names only.
    case names
    /// The times of events without their names.
    case busy
}
