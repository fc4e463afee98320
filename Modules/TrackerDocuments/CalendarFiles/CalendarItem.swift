import CivilTime
import Tracker

/// An event or a task of a calendar file.
struct CalendarItem: Sendable {
    var isTask: Bool
    /// Equal in all exports, also for changed occurrences of one series.
    var uid: String
    /// A valid name of an activity.
    var name: String
    /// The start of an event, the due time of a task; nil for a task without both.
    var start: CalendarTime?
    /// The length of an event in seconds; 0 if unknown.
    var seconds = 0
    /// The text of the recurrence rule; nil for a single item.
    var rule: String?
    /// The occurrences that EXDATE removes from the series.
    var exceptions: [CalendarTime] = []
    /// The occurrences that RDATE adds to the series.
    var additions: [CalendarTime] = []
    /// The occurrence of the series that the item replaces; nil for the series and for a single item.
    var replaced: CalendarTime?
    var isCancelled: Bool
    /// True for a completed task.
    var isCompleted = false
    /// The time of completion; nil if unknown.
    var completed: CalendarTime?
    var categories: [String] = []
    /// The first line of the component in the file, for the problems of an import.
    var line: Int64
    /// The position of that line in bytes.
    var offset: Int64

    /// The names of components that become activities.
    static let names: Set = ["VEVENT", "VTODO"]

    /// The reason why a component cannot be read.
    struct Damage: Error {
        var reason: String
    }

    init(_ component: CalendarFile.Component) throws(Damage) {
        isTask = component.name == "VTODO"
        (line, offset) = (component.line, component.offset)
        start = try Self.time("DTSTART", of: component)
        let due = try Self.time("DUE", of: component)
        if isTask {
            start = due ?? start
        } else {
            guard start != nil else { throw Damage(reason: "it has no start") }
            seconds = try Self.length(of: component, from: start)
        }
        rule = component["RRULE"]?.value
        exceptions = try Self.times("EXDATE", of: component)
        additions = try Self.times("RDATE", of: component)
        replaced = try Self.time("RECURRENCE-ID", of: component)
        let status = component["STATUS"]?.value.uppercased()
        isCancelled = status == "CANCELLED"
        completed = try Self.time("COMPLETED", of: component)
        isCompleted = isTask && (status == "COMPLETED" || completed != nil)
        categories = component.lines.filter { $0.name == "CATEGORIES" }.flatMap {
            $0.text.split(separator: ",").map(String.init)
        }
        let summary = component["SUMMARY"]?.text ?? ""
        name = RecordName.cleaned(summary) ?? (isTask ? "Unnamed task" : "Unnamed event")
        let day = start?.local.date.description ?? ""
        uid = component["UID"].map(\.text) ?? "\(component.name) \(day) \(summary)"
    }

    private static func time(
        _ name: String, of component: CalendarFile.Component
    ) throws(Damage) -> CalendarTime? {
        guard let line = component[name] else { return nil }
        guard let time = CalendarTime(line) else {
            throw Damage(reason: "its \(name) is not a date or time")
        }
        guard measurableDays.contains(time.local.date) else {
            throw Damage(reason: "its \(name) is outside of the years 1900 to 2199")
        }
        return time
    }

    private static func times(
        _ name: String, of component: CalendarFile.Component
    ) throws(Damage) -> [CalendarTime] {
        var times: [CalendarTime] = []
        for line in component.lines where line.name == name {
            guard let list = CalendarTime.list(line) else {
                throw Damage(reason: "its \(name) is not a list of dates or times")
            }
            times += list
        }
        return times
    }

    /// The length in seconds, from DTEND or DURATION.
    private static func length(
        of component: CalendarFile.Component, from start: CalendarTime?
    ) throws(Damage) -> Int {
        if let start, let end = try time("DTEND", of: component) {
            let days = start.local.date.distance(to: end.local.date)
            return max(0, days * 86_400 + end.local.secondOfDay - start.local.secondOfDay)
        }
        return component["DURATION"].flatMap { CalendarDuration($0.value) }?.seconds ?? 0
    }
}
