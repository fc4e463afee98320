import CivilTime
import Testing
import Tracker
import TrackerDocuments

@Suite struct ActivityCalendarTests {
    /// A Monday.
    private let monday = CivilDate(days: 20_458)
    private let noon: Int64 = (20_458 * 24 + 12) * 3_600_000

    private func activity(
        _ id: Activity.ID, _ configuration: Configuration,
        _ change: (inout Activity) -> Void = { _ in }
    ) -> Activity {
        var activity = Activity(
            id: id, name: id.rawValue, created: monday, configuration: configuration)
        change(&activity)
        return activity
    }

    private func components(_ calendar: ActivityCalendar) throws -> [CalendarReader.Component] {
        let text = try #require(calendar.text(at: noon)).text
        return try #require(CalendarReader(text), "\(text)").root.children
    }

    @Test func `a calendar has the lines of RFC 5545`() throws {
        let calendar = ActivityCalendar(
            activities: [
                activity(
                    "run",
                    Configuration(
                        kind: .value(Quantity(target: 5, unit: "km")), schedule: .weekly([2, 4]),
                        window: TimeWindow(slot: .morning, startHour: 6, endHour: 8)))
            ], today: monday, vacations: [monday.advanced(by: 1), monday.advanced(by: 2)])

        let made = try #require(calendar.text(at: noon))

        let lines = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Dayline//Dayline//EN",
            "CALSCALE:GREGORIAN", "BEGIN:VEVENT", "UID:run-20260105-360@dayline",
            "DTSTAMP:20260105T120000Z", "DTSTART:20260106T060000", "DURATION:PT120M",
            "RRULE:FREQ=WEEKLY;BYDAY=TU,TH", "EXDATE:20260106T060000", "SUMMARY:run",
            "DESCRIPTION:5 km", "TRANSP:OPAQUE", "BEGIN:VALARM", "ACTION:DISPLAY",
            "DESCRIPTION:run", "TRIGGER:-PT30M", "END:VALARM", "END:VEVENT", "BEGIN:VEVENT",
            "UID:vacation-20260106@dayline", "DTSTAMP:20260105T120000Z",
            "DTSTART;VALUE=DATE:20260106", "DTEND;VALUE=DATE:20260108", "SUMMARY:Vacation",
            "TRANSP:OPAQUE", "END:VEVENT", "END:VCALENDAR",
        ]
        #expect(made.text == lines.map { $0 + "\r\n" }.joined())
        #expect(made.components == 2)
    }

    @Test(arguments: [
        Schedule.daily, .weekly([1, 3, 7]), .monthly([1, 15, 28]), .everyDays(3),
        .everyWeeks(2, on: [2, 5], weekStart: .monday), .everyWeeks(3, on: [], weekStart: .monday),
    ])
    func `the days of an event are those of the schedule`(schedule: Schedule) throws {
        let calendar = ActivityCalendar(
            activities: [
                activity("a", Configuration(schedule: schedule)) {
                    $0.created = CivilDate(2026, 1, 31)?.advanced(by: 1) ?? $0.created
                }
            ], today: monday)

        let event = try #require(try components(calendar).first)

        let start = try #require(event.values["DTSTART"])
        #expect(event.parameters["DTSTART"] == "VALUE=DATE")
        #expect(event.values["TRANSP"] == "TRANSPARENT")
        let first = try #require(
            CivilDate("\(start.prefix(4))-\(start.dropFirst(4).prefix(2))-\(start.suffix(2))"))
        // The rule counts from its start, which has to be an occurrence.
        let created = CivilDate(days: 20_485)
        #expect(schedule.recurs(on: first, since: created))
        #expect(
            !(1..<62).contains { back in
                let day = first.advanced(by: -back)
                return day >= created && schedule.recurs(on: day, since: created)
            })
        let rule = try #require(event.values["RRULE"])
        #expect(try Schedule(recurrenceRule: rule, start: first) == schedule)
    }

    @Test func `an edit of the future and a pause end an event and begin another`() throws {
        var history = ConfigurationHistory()
        history.record(
            Configuration(schedule: .daily), parentage: .topLevel, created: monday,
            through: monday.advanced(by: 9))
        let calendar = ActivityCalendar(
            activities: [
                activity("a", Configuration(schedule: .weekly([1]))) {
                    $0.history = history
                    $0.pastPauses = [
                        PastPause(over: monday.advanced(by: 3)...monday.advanced(by: 5))
                    ]
                    $0.pause = Pause(since: monday.advanced(by: 30))
                }
            ], today: monday)

        let events = try components(calendar).map { $0.values }

        #expect(events.map { $0["DTSTART"] } == ["20260105", "20260111", "20260119"])
        #expect(
            events.map { $0["RRULE"] } == [
                "FREQ=DAILY;UNTIL=20260107", "FREQ=DAILY;UNTIL=20260114",
                "FREQ=WEEKLY;BYDAY=MO;UNTIL=20260204",
            ])
        #expect(Set(events.map { $0["UID"] }).count == 3)
    }

    @Test func `each session has an event with an alarm, an untimed activity has no alarm`() throws
    {
        let calendar = ActivityCalendar(
            activities: [
                activity("pills", Configuration(slots: [.morning, .evening])),
                activity("walk", Configuration()),
            ], today: monday)

        let events = try components(calendar)

        #expect(
            events.map { $0.values["DTSTART"] }
                == ["20260105T080000", "20260105T200000", "20260105"])
        #expect(events.map(\.children.count) == [1, 1, 0])
        #expect(events.map { $0.values["DURATION"] } == ["PT60M", "PT60M", nil])
        #expect(Set(events.compactMap { $0.values["UID"] }).count == 3)
    }

    @Test func `reminders are tasks, until they are done`() throws {
        let calendar = ActivityCalendar(
            activities: [
                activity("call", Configuration(schedule: .adhoc(monday.advanced(by: 4)))),
                activity("order", Configuration(schedule: .sticky)),
                activity("done", Configuration(schedule: .sticky)),
            ], today: monday,
            goals: [
                Goal(id: "g", title: "Fit", created: monday, deadline: monday.advanced(by: 90))
            ], completedReminders: ["done"])

        let components = try components(calendar)

        #expect(components.map(\.name) == ["VTODO", "VTODO", "VEVENT"])
        #expect(components.map { $0.values["DTSTART"] } == [nil, "20260105", "20260405"])
        #expect(components.map { $0.values["DUE"] } == ["20260109", nil, nil])
        #expect(components.allSatisfy { $0.values["RRULE"] == nil })
    }

    @Test func `passive, deleted and contained activities have no event`() throws {
        let calendar = ActivityCalendar(
            activities: [
                activity("routine", Configuration(kind: .container)),
                activity("stretch", Configuration()) { $0.parent = "routine" },
                activity("gone", Configuration()) { $0.deleted = monday },
                activity("read", Configuration(isPassive: true)),
            ], today: monday)

        let events = try components(calendar)

        #expect(events.map { $0.values["SUMMARY"] } == ["routine"])
        #expect(events.first?.values["DESCRIPTION"] == "stretch")
    }

    @Test func `a calendar without components is nil`() {
        #expect(ActivityCalendar(activities: [], today: monday).text(at: noon) == nil)
    }

    @Test(arguments: [
        "plain", "a;b,c\\d", "two\nlines\r\nthree", "tab\tand\u{7}beep", "\\n is not a line break",
        String(repeating: "word ", count: 60), String(repeating: "ö", count: 80),
        String(repeating: "👩‍👩‍👧‍👦", count: 12), "x" + String(repeating: "𝛑", count: 70),
    ])
    func `any text survives line folding`(words: String) throws {
        var text = CalendarText()
        text.add("BEGIN", "VEVENT")
        text.add("SUMMARY", text: words)
        text.add("END", "VEVENT")

        let event = try #require(CalendarReader(text.text)).root

        let summary = try #require(event.values["SUMMARY"])
        let read = CalendarReader.unescaped(summary)
        let expected = words.replacing("\r\n", with: "\n").replacing("\u{7}", with: "")
        #expect(read == expected)
        // No line ends within a character.
        for line in text.text.unicodeScalars.split(separator: "\n") {
            #expect(line.reduce(0) { $0 + UTF8.width($1) } <= 76)
        }
    }
}
