import CivilTime

/// An event or a task of an iCalendar object.
struct CalendarComponent: Sendable {
    enum Name: String, Sendable {
        case event = "VEVENT"
        case task = "VTODO"
    }

    /// A local time and duration.
    struct Time: Hashable, Sendable {
        /// Minutes since midnight.
        var startMinute: Int
        var minutes: Int
    }

    var name = Name.event
    /// Unique in the calendar and equal in every export.
    var id: String
    var summary: String
    var description: String?
    var category: String?
    var first: CivilDate
    /// The last day, included; nil for an event of one day.
    var last: CivilDate?
    /// Nil for a whole day.
    var time: Time?
    /// The recurrence rule of RFC 5545 without its end; nil for a single event.
    var rule: String?
    /// The last day of the rule; nil for a rule without an end.
    var until: CivilDate?
    /// Days of the rule that are excluded.
    var exceptions: [CivilDate] = []
    /// True if the component blocks its time.
    var isBusy = false

    init(id: String, summary: String, first: CivilDate) {
        self.id = id
        self.summary = summary
        self.first = first
    }

    /// - Parameters:
    ///   - text: The text to which the component is appended.
    ///   - stamp: The time of creation, as `20260105T120000Z`.
    func write(to text: inout CalendarText, stamp: String) {
        text.add("BEGIN", name.rawValue)
        text.add("UID", "\(id)@dayline")
        text.add("DTSTAMP", stamp)
        text.add("DTSTART\(form)", value(first))
        if let last { text.add("DTEND\(form)", value(last.advanced(by: 1))) }
        if let time, name == .event { text.add("DURATION", "PT\(time.minutes)M") }
        if let rule {
            text.add("RRULE", rule + (until.map { ";UNTIL=\(value($0))" } ?? ""))
        }
        if !exceptions.isEmpty {
            text.add("EXDATE\(form)", exceptions.map(value).joined(separator: ","))
        }
        text.add("SUMMARY", text: summary)
        if let description { text.add("DESCRIPTION", text: description) }
        if let category { text.add("CATEGORIES", text: category) }
        if name == .event {
            text.add("TRANSP", isBusy || time != nil ? "OPAQUE" : "TRANSPARENT")
        }
        if time != nil {
            text.add("BEGIN", "VALARM")
            text.add("ACTION", "DISPLAY")
            text.add("DESCRIPTION", text: summary)
            text.add("TRIGGER", "-PT\(ActivityCalendar.alarmInMinutes)M")
            text.add("END", "VALARM")
        }
        text.add("END", name.rawValue)
    }

    private var form: String { time == nil ? ";VALUE=DATE" : "" }

    /// A date, or the date with the local time of the component.
    private func value(_ day: CivilDate) -> String {
        guard let time else { return day.basicText }
        return "\(day.basicText)T\(twoDigits(time.startMinute / 60))"
            + "\(twoDigits(time.startMinute % 60))00"
    }
}
