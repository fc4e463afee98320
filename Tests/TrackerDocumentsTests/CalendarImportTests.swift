import CivilTime
import Foundation
import Testing
import Tracker

@testable import TrackerDocuments

@Suite struct CalendarImportTests {
    /// A Monday.
    private let monday = CivilDate(days: 20_458)

    private func systemZone(_ name: String) -> Zone? {
        guard let file = try? Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/\(name)"))
        else { return nil }
        return try? Zone(name: name, tzif: Array(file))
    }

    private func calendar(
        _ body: String, lineEnd: String = "\r\n", zone: String = "Europe/Berlin"
    ) throws -> CalendarImport {
        let text = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Example//EN\n\(body)\nEND:VCALENDAR\n"
        return CalendarImport(
            CalendarFile(Array(text.replacing("\n", with: lineEnd).utf8)),
            zone: try #require(systemZone(zone)), today: monday, categories: ["fitness": "fit"]
        ) { name in
            (try? Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/\(name)")))
                .flatMap { try? Zone(name: name, tzif: Array($0)) }
        }
    }

    private func event(_ lines: String, uid: String = "a") -> String {
        "BEGIN:VEVENT\nUID:\(uid)\n\(lines)\nEND:VEVENT"
    }

    private func day(_ text: String) throws -> CivilDate { try #require(CivilDate(text)) }

    @Test(arguments: ["\r\n", "\n"])
    func `an event without a rule is a reminder on its day`(lineEnd: String) throws {
        let calendar = try calendar(
            event(
                """
                DTSTART;TZID=Europe/Berlin:20260107T093000
                DTEND;TZID=Europe/Berlin:20260107T104500
                SUMMARY:Dentist\\, Dr. Ma
                 rtin
                CATEGORIES:Other,FITNESS
                """), lineEnd: lineEnd)

        let activity = try #require(calendar.items.first?.activities.first)
        #expect(activity.name == "Dentist, Dr. Martin")
        #expect(activity.configuration.schedule == .adhoc(try day("2026-01-07")))
        #expect(
            activity.configuration.window
                == TimeWindow(slot: .morning, startHour: 9, endHour: 11))
        #expect(activity.category == "fit")
        #expect(calendar.problems.isEmpty)
    }

    /// The day of an event in the zone of the profile, Europe/Berlin.
    @Test(arguments: [
        ("DTSTART;VALUE=DATE:20260107", "2026-01-07"),
        ("DTSTART:20260107T233000", "2026-01-07"), ("DTSTART:20260107T233000Z", "2026-01-08"),
        ("DTSTART;TZID=America/New_York:20260107T190000", "2026-01-08"),
        ("DTSTART;TZID=\"/example.org/2026/America/New_York\":20260107T190000", "2026-01-08"),
        ("DTSTART;TZID=Eastern:20260107T190000", "2026-01-08"),
        ("DTSTART;TZID=Eastern:20260707T175959", "2026-07-07"),
        ("DTSTART;TZID=Eastern:20260707T180000", "2026-07-08"),
        ("DTSTART;TZID=Nowhere:20260107T233000", "2026-01-07"),
    ])
    func `an event has its day in the zone of the profile`(start: String, expected: String) throws {
        let zone = """
            BEGIN:VTIMEZONE
            TZID:Eastern
            BEGIN:STANDARD
            DTSTART:20071104T020000
            RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU
            TZOFFSETFROM:-0400
            TZOFFSETTO:-0500
            END:STANDARD
            BEGIN:DAYLIGHT
            DTSTART:20070311T020000
            RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU
            TZOFFSETFROM:-0500
            TZOFFSETTO:-0400
            END:DAYLIGHT
            END:VTIMEZONE

            """
        let calendar = try calendar(zone + event("\(start)\nSUMMARY:Call"))

        let activity = try #require(calendar.items.first?.activities.first)
        #expect(activity.configuration.schedule == .adhoc(try day(expected)))
        #expect(calendar.problems.isEmpty == !start.contains("Nowhere"))
    }

    @Test(arguments: [
        ("FREQ=DAILY", Schedule.daily), ("FREQ=DAILY;INTERVAL=3", .everyDays(3)),
        ("FREQ=WEEKLY", .weekly([1])), ("FREQ=WEEKLY;BYDAY=MO,TH", .weekly([1, 4])),
        ("FREQ=MONTHLY;BYMONTHDAY=5,20", .monthly([5, 20])),
    ])
    func `a rule that a schedule expresses is an activity from its start on`(
        rule: String, schedule: Schedule
    ) throws {
        let calendar = try calendar(
            event("DTSTART;TZID=Europe/London:20260105T070000\nRRULE:\(rule)\nSUMMARY:Run"))

        let activity = try #require(calendar.items.first?.activities.first)
        #expect(activity.configuration.schedule == schedule)
        #expect(activity.created == monday)
        #expect(activity.pause == nil)
    }

    @Test(arguments: [
        ("UNTIL=20260112T060000Z", "2026-01-12"), ("UNTIL=20260112T055959Z", "2026-01-11"),
        ("UNTIL=20260112", "2026-01-12"), ("COUNT=4", "2026-01-08"),
    ])
    func `the end of a rule is a pause, and excluded days are skips`(
        end: String, expected: String
    ) throws {
        let calendar = try calendar(
            event(
                """
                DTSTART;TZID=Europe/Berlin:20260105T070000
                RRULE:FREQ=DAILY;\(end)
                EXDATE;TZID=Europe/Berlin:20260106T070000,20260301T070000
                EXDATE;TZID=Europe/Berlin:20260107T070000
                SUMMARY:Run
                """))

        let item = try #require(calendar.items.first)
        #expect(item.activities.first?.pause?.since == (try day(expected)))
        #expect(item.entries.map(\.day.description) == ["2026-01-06", "2026-01-07"])
        #expect(item.entries.allSatisfy { $0.outcome == .skipped(reason: nil) })
    }

    @Test func `another rule is a reminder on each of its days in the coming year`() throws {
        let calendar = try calendar(
            event(
                """
                DTSTART:20200107T190000
                RRULE:FREQ=MONTHLY;BYDAY=1WE
                EXDATE:20260304T190000
                SUMMARY:Choir
                """))

        let days = calendar.items.flatMap(\.activities).map(\.configuration.schedule)
        #expect(days.count == 11)
        #expect(days.first == .adhoc(try day("2026-01-07")))
        #expect(!days.contains(.adhoc(try day("2026-03-04"))))
        #expect(Set(calendar.items.flatMap(\.activities).map(\.id)).count == 11)
    }

    @Test(arguments: [
        ("20240229", "FREQ=YEARLY", nil), ("20240229", "FREQ=YEARLY", "20260301"),
        ("20200107", "FREQ=MONTHLY;BYDAY=1WE;UNTIL=20201231", nil),
    ])
    func `a rule without a day in the coming year is reported`(
        start: String, rule: String, addition: String?
    ) throws {
        let added = addition.map { "\nRDATE;VALUE=DATE:\($0)" } ?? ""
        let calendar = try calendar(
            event("DTSTART;VALUE=DATE:\(start)\nRRULE:\(rule)\(added)\nSUMMARY:Leap"))

        let item = try #require(calendar.items.first)
        #expect(item.activities.isEmpty == (addition == nil))
        #expect(!item.isDamaged)
        #expect(
            calendar.problems.map(\.reason)
                == (addition == nil
                    ? [
                        "VEVENT: no schedule has the days of its rule, and none of them is from 2026-01-05 to "
                            + "2027-01-05; left out"
                    ] : []))
    }

    @Test func `a rule whose days are others in the zone of the profile is listed`() throws {
        let calendar = try calendar(
            event(
                """
                DTSTART;TZID=America/New_York:20260105T200000
                RRULE:FREQ=WEEKLY;BYDAY=MO
                SUMMARY:Call
                """))

        let activities = calendar.items.flatMap(\.activities)
        #expect(activities.count == 53)
        #expect(activities.first?.configuration.schedule == .adhoc(try day("2026-01-06")))
    }

    @Test func `a changed occurrence is skipped in its series and listed on its new day`() throws {
        let calendar = try calendar(
            [
                event("DTSTART:20260105T070000\nRRULE:FREQ=DAILY\nSUMMARY:Run"),
                event("RECURRENCE-ID:20260106T070000\nDTSTART:20260108T090000\nSUMMARY:Run"),
                event("RECURRENCE-ID:20260107T070000\nDTSTART:20260107T090000\nSUMMARY:Run"),
                event("RECURRENCE-ID:20260109T070000\nDTSTART:20260109T070000\nSUMMARY:Swim"),
                event(
                    "RECURRENCE-ID:20260110T070000\nDTSTART:20260110T070000\nSTATUS:CANCELLED"
                        + "\nSUMMARY:Run"),
            ].joined(separator: "\n"))

        #expect(calendar.items.count == 5)
        #expect(
            calendar.items[0].entries.map(\.day.description)
                == ["2026-01-06", "2026-01-09", "2026-01-10"])
        #expect(calendar.items.dropFirst().flatMap(\.activities).map(\.name) == ["Run", "Swim"])
        #expect(
            calendar.items[1].activities.first?.configuration.schedule
                == .adhoc(try day("2026-01-08")))
    }

    @Test func `a task is open until it is done, or on the day on which it is due`() throws {
        let calendar = try calendar(
            """
            BEGIN:VTODO
            UID:1
            SUMMARY:Call the bank
            END:VTODO
            BEGIN:VTODO
            UID:2
            DUE;VALUE=DATE:20260109
            SUMMARY:Taxes
            END:VTODO
            BEGIN:VTODO
            UID:3
            SUMMARY:Paint
            STATUS:COMPLETED
            COMPLETED:20251230T100000Z
            END:VTODO
            """)

        let activities = calendar.items.flatMap(\.activities)
        #expect(
            activities.map(\.configuration.schedule)
                == [.sticky, .adhoc(try day("2026-01-09")), .sticky])
        #expect(
            activities.map(\.created.description) == ["2026-01-05", "2026-01-05", "2025-12-30"])
        #expect(calendar.items[2].entries.map(\.day.description) == ["2025-12-30"])
    }

    @Test(arguments: [
        ("SUMMARY:x", "no start"), ("DTSTART:2026-01-05\nSUMMARY:x", "DTSTART is not"),
        ("DTSTART:20260105\nRRULE:FREQ=HOURLY", "FREQ=HOURLY"),
        ("DTSTART:20260105\nEXDATE:soon", "EXDATE is not"), ("DTSTART:00010105", "1900 to 2199"),
    ])
    func `a damaged event is reported with its line`(lines: String, problem: String) throws {
        let calendar = try calendar(
            event(lines) + "\n" + event("DTSTART:20260105\nSUMMARY:y", uid: "b"))

        #expect(calendar.items.map(\.isDamaged) == [true, false])
        #expect(calendar.problems.map(\.line) == [4])
        #expect(calendar.problems.first?.reason.contains(problem) == true, "\(calendar.problems)")
    }

    @Test func `a file that ends within an event keeps the events before`() {
        let text = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20260105\nEND:VEVENT\nBEGIN:VEVENT\nDT"
        let file = CalendarFile(Array(text.utf8))

        #expect(file.isTruncated)
        #expect(file.components.count == 1)
    }
}
