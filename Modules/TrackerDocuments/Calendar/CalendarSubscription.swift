package import CivilTime
import Memberwise
package import Tracker

/// The properties of a calendar that other programs read again at intervals.
@Memberwise
package struct CalendarSubscription: Hashable, Sendable {
    /// The name that programs show.
    package var name: String
    /// The zone of all times.
    package var zone: Zone
    package var detail: CalendarDetail = .full
    /// The categories of the listed activities; nil: all activities, vacations and deadlines of goals.
    package var categories: Set<Category.ID>? = nil

    /// The interval after which programs read the calendar again, in the form of RFC 5545.
    static let refreshInterval = "PT1H"

    /// Writes the properties of the calendar (RFC 7986, and those of programs before it).
    func write(to text: inout CalendarText) {
        text.add("NAME", text: name)
        text.add("X-WR-CALNAME", text: name)
        text.add("X-WR-TIMEZONE", zone.name)
        text.add("REFRESH-INTERVAL;VALUE=DURATION", Self.refreshInterval)
        text.add("X-PUBLISHED-TTL", Self.refreshInterval)
    }

    /// True if the activities of a category are listed.
    func includes(_ category: Category.ID?) -> Bool {
        guard let categories else { return true }
        return category.map(categories.contains) ?? false
    }

    /// A component with the details that are shown; nil if the component is not listed.
    func visible(_ component: CalendarComponent) -> CalendarComponent? {
        var shown = component
        switch detail {
        case .full: return component
        case .names: break
        case .busy:
            guard component.blocksTime else { return nil }
            shown.summary = "Busy"
        }
        shown.description = nil
        shown.category = nil
        shown.hasAlarm = false
        return shown
    }
}
