import Contracts
import RPC
import Testing

@Suite struct CalendarFileTests {
    private let monday = TemporaryTracker.monday

    private static let calendar = """
        BEGIN:VCALENDAR
        PRODID:-//Example//EN
        BEGIN:VEVENT
        UID:1
        DTSTART:20260105T070000
        RRULE:FREQ=DAILY
        EXDATE:20260106T070000
        SUMMARY:Run
        END:VEVENT
        BEGIN:VEVENT
        UID:2
        DTSTART;VALUE=DATE:20260105
        SUMMARY:Birthday of Ada
        END:VEVENT
        BEGIN:VEVENT
        UID:3
        DTSTART;VALUE=DATE:20260105
        STATUS:CANCELLED
        END:VEVENT
        BEGIN:VEVENT
        UID:4
        END:VEVENT
        BEGIN:VTODO
        UID:5
        SUMMARY:Taxes
        END:VTODO
        BEGIN:VJOURNAL
        UID:6
        END:VJOURNAL
        END:VCALENDAR

        """

    @Test func `a calendar is one step, and a second import adds nothing`() async throws {
        let tracker = try await TemporaryTracker()

        let report = try await tracker.importDocument(Self.calendar)
        let agenda = try await tracker.today(monday)
        let again = try await tracker.importDocument(Self.calendar)
        _ = try await tracker.client.call(Journal.undo, Journal.StepRequest())
        let after = try await tracker.client.call(Activities.list, Activities.ListRequest())

        #expect(report.importer == "calendar")
        #expect(report.format == "iCalendar written by -//Example//EN")
        #expect(
            report.byType["VEVENT"]
                == ImportReport.Counts(read: 4, stored: 2, quarantined: 1, ignored: 1))
        #expect(report.byType["VTODO"] == ImportReport.Counts(read: 1, stored: 1))
        #expect(report.byType["VJOURNAL"] == ImportReport.Counts(read: 1, ignored: 1))
        #expect(report.byType.values.allSatisfy { $0.isBalanced })
        #expect(agenda.reminders.map(\.name).sorted() == ["Birthday of Ada", "Taxes"])
        #expect(report.step != nil)
        #expect(again.stored == 0 && again.step == nil)
        #expect(again.duplicate == 3)
        #expect(after.activities.isEmpty)
    }

    @Test func `an activity that was changed or deleted is not restored`() async throws {
        let tracker = try await TemporaryTracker()
        _ = try await tracker.importDocument(Self.calendar)
        _ = try await tracker.client.call(
            Activities.delete, Activities.ActivityRequest(name: "Run"))

        let again = try await tracker.importDocument(Self.calendar)

        #expect(again.stored == 0, "\(again.byType)")
        let after = try await tracker.client.call(Activities.list, Activities.ListRequest())
        #expect(after.activities.allSatisfy { $0.name != "Run" })
    }

    @Test func `a calendar of Dayline is refused, and a dry run stores nothing`() async throws {
        let tracker = try await TemporaryTracker()
        let dry = try await tracker.importDocument(Self.calendar, isDryRun: true)
        let empty = try await tracker.client.call(Activities.list, Activities.ListRequest())
        _ = try await tracker.importDocument(Self.calendar)
        let own = try await tracker.export(.ics)

        let refused = await status { _ = try await tracker.importDocument(own) }

        #expect(dry.stored == 3)
        #expect(empty.activities.isEmpty)
        #expect(refused?.code == .invalidArgument)
        #expect(refused?.hint?.contains("dayline export") == true)
    }
}
