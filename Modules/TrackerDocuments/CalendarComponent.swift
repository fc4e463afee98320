import CivilTime

/// An event or a task of a calendar.
struct CalendarComponent: Sendable {
    enum Name: String, Sendable {
        case event = "VEVENT"
        case task = "VTODO"
    }

    /// A part of the day, on the wall.
    struct Time: Hashable, Sendable {
        /// Since midnight.
        var startMinute: Int
        var minutes: Int
    }

    var name = Name.event
    /// Unique in the calendar, and the same each time it is made.
    var id: String
    var summary: String
    var description: String?
    var category: String?
    var first: CivilDate
    /// The last day of an event of several days.
    var last: CivilDate?
    /// Nil: the whole day.
    var time: Time?
    /// Of RFC 5545, without its end.
    var rule: String?
    /// The last day that the rule may name.
    var until: CivilDate?
    /// Days that the rule names and that are left out.
    var exceptions: [CivilDate] = []
    /// Whether it takes the time that it covers.
    var isBusy = false

    init(id: String, summary: String, first: CivilDate) {
        self.id = id
        self.summary = summary
        self.first = first
    }

    /// - Parameters:
    ///   - text: What it is added to.
    ///   - stamp: When it is written, as `20260105T120000Z`.
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

    /// A date, or the time on the wall that the component has on it.
    private func value(_ day: CivilDate) -> String {
        guard let time else { return day.basicText }
        return "\(day.basicText)T\(twoDigits(time.startMinute / 60))"
            + "\(twoDigits(time.startMinute % 60))00"
    }
}
