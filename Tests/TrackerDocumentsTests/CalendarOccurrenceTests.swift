import CivilTime
import Testing
import Tracker
import TrackerDocuments

/// The events of schedules that calendar programs read differently, and of excused days.
@Suite struct CalendarOccurrenceTests {
    /// A Monday.
    private let monday = CivilDate(days: 20_458)

    private func events(
        _ configuration: Configuration, vacations: Set<CivilDate> = [],
        skips: [CivilDate: Set<Slot?>] = [:], pause: Pause? = nil
    ) throws -> [CalendarReader.Component] {
        var activity = Activity(
            id: "a", name: "Floss", created: monday, configuration: configuration)
        activity.pause = pause
        let calendar = ActivityCalendar(
            activities: [activity], today: monday, vacations: vacations, skips: ["a": skips])
        let text = try #require(calendar.text(at: 0)).text
        return try #require(CalendarReader(text), "\(text)").root.children
            .filter { $0.values["SUMMARY"]?.hasPrefix("Floss") == true }
    }

    @Test(arguments: [
        Schedule.monthly([29]), .monthly([1, 31]),
        .everyWeeks(2, on: [2, 7], weekStart: .sunday),
    ])
    func `occurrences on which programs differ are single events of a year`(schedule: Schedule)
        throws
    {
        let events = try events(Configuration(schedule: schedule))

        let days = (0...ActivityCalendar.listedDays.coming).map(monday.advanced(by:))
            .filter { schedule.recurs(on: $0, since: monday) }
        #expect(
            events.map { $0.values["DTSTART"] }
                == days.map { $0.description.filter { $0 != "-" } })
        #expect(events.allSatisfy { $0.values["RRULE"] == nil })
        #expect(Set(events.map { $0.values["UID"] }).count == days.count)
    }

    @Test func `an activity of some times a period is one event over each period`() throws {
        let vacation = Set((7..<14).map(monday.advanced(by:)))
        let weekly = try events(
            Configuration(schedule: .times(3, per: .week(startingOn: .monday))),
            vacations: vacation, pause: Pause(since: monday.advanced(by: 23)))
        let monthly = try events(Configuration(schedule: .times(1, per: .month)))

        // The second week is a vacation, and the pause cuts the fourth.
        #expect(weekly.map { $0.values["SUMMARY"] } == ["Floss\\, 3 times", "Floss\\, 3 times"])
        #expect(weekly.map { $0.values["DTSTART"] } == ["20260105", "20260119"])
        #expect(weekly.map { $0.values["DTEND"] } == ["20260112", "20260126"])
        #expect(monthly.first?.values["SUMMARY"] == "Floss\\, once")
        #expect(monthly.first?.values["DTSTART"] == "20260201")
        #expect(monthly.first?.values["DTEND"] == "20260301")
        #expect(monthly.count == 12)
    }

    @Test func `a skip excludes its session, and a vacation excludes all`() throws {
        let tuesday = monday.advanced(by: 1)
        let events = try events(
            Configuration(slots: [.morning, .evening]), vacations: [monday.advanced(by: 4)],
            skips: [monday: [nil], tuesday: [.evening]])

        #expect(
            events.map { $0.values["EXDATE"] } == [
                "20260105T080000,20260109T080000", "20260106T200000,20260109T200000",
            ])
    }

    @Test func `a skip of the only session excludes its single event`() throws {
        let day = try #require(CivilDate(2026, 1, 31))
        let events = try events(Configuration(schedule: .monthly([31])), skips: [day: [nil]])

        #expect(events.first?.values["DTSTART"] == "20260331")
    }
}
