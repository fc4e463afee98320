import CivilTime
import Tracker
import TrackerDocuments

/// Inputs of the target that reads calendar files.
enum CalendarInputs {
    private static let today = CivilDate(days: 20_458)
    private static let west = Zone.fixed(name: "west", offsetSeconds: -9 * 3600 - 1800)

    /// Checks that the line ends do not matter, that identifiers are distinct, and that the activities
    /// can be written as a calendar.
    static func calendar(_ bytes: UnsafeRawBufferPointer) {
        let text = Array(bytes)
        let calendar = imported(text)
        let activities = calendar.items.flatMap(\.activities)
        for item in calendar.items where item.isDamaged && !item.activities.isEmpty {
            FuzzCase.fail("a damaged item has activities")
        }
        for activity in activities where !RecordName.isValid(activity.name) {
            FuzzCase.fail("\(activity.name) is not a valid name")
        }
        for window in activities.compactMap(\.configuration.window) where !window.isInOrder {
            FuzzCase.fail("\(window) is not in order")
        }
        let known = Set(activities.map(\.id))
        guard calendar.items.flatMap(\.entries).allSatisfy({ known.contains($0.activity) }) else {
            FuzzCase.fail("an entry has no activity")
        }
        let written = ActivityCalendar(activities: Array(activities.prefix(20)), today: today)
        TextForms.checkCalendar(written.text(at: 0)?.text ?? "")
    }

    private static func imported(_ text: [UInt8]) -> CalendarImport {
        CalendarImport(CalendarFile(text), zone: .utc, today: today, categories: [:]) {
            $0 == "West" ? west : nil
        }
    }

    static let calendars = [
        """
        BEGIN:VCALENDAR\r
        PRODID:-//A//EN\r
        BEGIN:VTIMEZONE\r
        TZID:Eastern\r
        BEGIN:STANDARD\r
        DTSTART:20071104T020000\r
        RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU\r
        TZOFFSETFROM:-0400\r
        TZOFFSETTO:-0500\r
        END:STANDARD\r
        END:VTIMEZONE\r
        BEGIN:VEVENT\r
        UID:1\r
        DTSTART;TZID=Eastern:20260105T070000\r
        DTEND;TZID=Eastern:20260105T083000\r
        RRULE:FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20260601T000000Z\r
        EXDATE;TZID=Eastern:20260107T070000\r
        SUMMARY:Run\\, far\\n and\r
          long\r
        END:VEVENT\r
        BEGIN:VEVENT\r
        UID:1\r
        RECURRENCE-ID;TZID=Eastern:20260112T070000\r
        DTSTART;TZID=Eastern:20260113T070000\r
        SUMMARY:Run\r
        END:VEVENT\r
        END:VCALENDAR\r

        """,
        """
        BEGIN:VCALENDAR
        BEGIN:VEVENT
        DTSTART;TZID=West:20251229T230000
        DURATION:P1DT2H
        RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=9
        RDATE:20260106T100000,20260107T100000
        SUMMARY:Report
        BEGIN:VALARM
        TRIGGER:-PT30M
        END:VALARM
        END:VEVENT
        BEGIN:VEVENT
        DTSTART;VALUE=DATE:20240229
        RRULE:FREQ=YEARLY;BYWEEKNO=1,-1;BYDAY=MO;WKST=SU;INTERVAL=2
        SUMMARY:Week
        END:VEVENT
        BEGIN:VTODO
        UID:t
        DUE:20260110T120000Z
        STATUS:COMPLETED
        COMPLETED:20260109T080000Z
        SUMMARY:Taxes
        END:VTODO
        BEGIN:VTODO
        SUMMARY:Open
        END:VTODO
        END:VCALENDAR
        """,
    ]
}
