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
        var durationInMinutes: Int
    }

    var name = Name.event
    /// Unique in the calendar and equal in every export.
    var id: String
    var summary: String
    var description: String?
    var category: String?
    /// The day on which the component starts; with `isDue` the day on which the task is due.
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
    /// True if an event without a time blocks its days.
    var isBusy = false
    /// True for a task that is due on its first day.
    var isDue = false
    /// True if a timed component has an alarm.
    var hasAlarm = true

    init(id: String, summary: String, first: CivilDate) {
        self.id = id
        self.summary = summary
        self.first = first
    }

    /// True if the component is shown as busy to people who share the calendar. An event with a time always is.
    var blocksTime: Bool { name == .event && (isBusy || time != nil) }

    /// - Parameters:
    ///   - text: The text to which the component is appended.
    ///   - stamp: The time of creation, as `20260105T120000Z`.
    ///   - zone: The zone of times; nil: times are in the zone of the reader.
    func write(to text: inout CalendarText, stamp: String, zone: Zone?) {
        let parameters = parameters(zone)
        text.add("BEGIN", name.rawValue)
        text.add("UID", "\(id)@dayline")
        text.add("DTSTAMP", stamp)
        text.add("\(isDue ? "DUE" : "DTSTART")\(parameters)", dateValue(first))
        if let last { text.add("DTEND\(parameters)", dateValue(last.advanced(by: 1))) }
        if let time, name == .event { text.add("DURATION", "PT\(time.durationInMinutes)M") }
        if let rule {
            text.add("RRULE", rule + (until.map { ";UNTIL=\(end(of: $0, zone))" } ?? ""))
        }
        if !exceptions.isEmpty {
            text.add("EXDATE\(parameters)", exceptions.map(dateValue).joined(separator: ","))
        }
        text.add("SUMMARY", text: summary)
        if let description { text.add("DESCRIPTION", text: description) }
        if let category { text.add("CATEGORIES", text: category) }
        if name == .event { text.add("TRANSP", blocksTime ? "OPAQUE" : "TRANSPARENT") }
        if time != nil, hasAlarm {
            text.add("BEGIN", "VALARM")
            text.add("ACTION", "DISPLAY")
            text.add("DESCRIPTION", text: summary)
            text.add(
                "TRIGGER\(isDue ? ";RELATED=END" : "")", "-PT\(ActivityCalendar.alarmInMinutes)M")
            text.add("END", "VALARM")
        }
        text.add("END", name.rawValue)
    }

    /// The parameters of a property with a date (section 3.2), such as `;TZID=Europe/Berlin`.
    private func parameters(_ zone: Zone?) -> String {
        guard time != nil else { return ";VALUE=DATE" }
        return zone.map { ";TZID=\($0.name)" } ?? ""
    }

    /// A date, or the date with the local time of the component.
    private func dateValue(_ day: CivilDate) -> String {
        guard let time else { return day.basicText }
        return LocalTime(date: day, secondOfDay: time.startMinute * 60).basicText
    }

    /// The end of a rule whose last day is `day`: in UTC for times with a zone (section 3.3.10).
    private func end(of day: CivilDate, _ zone: Zone?) -> String {
        guard let zone, time != nil else { return dateValue(day) }
        let lastSecond = zone.startOfDay(day.advanced(by: 1)) - 1000
        return Zone.utc.localTime(at: lastSecond).basicText + "Z"
    }
}
