import CivilTime
import Foundation
import Testing
import Tracker
import TrackerDocuments

@Suite struct CalendarSubscriptionTests {
    /// A Monday.
    private let monday = CivilDate(days: 20_458)

    private func zone(_ name: String) throws -> Zone {
        let file = try Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/\(name)"))
        return try Zone(name: name, tzif: Array(file))
    }

    private func text(
        _ detail: CalendarDetail = .full, _ categories: Set<Tracker.Category.ID>? = nil,
        in name: String = "Europe/Berlin", pause: Pause? = nil
    ) throws -> String {
        var run = Activity(
            id: "run", name: "Run", created: monday,
            configuration: Configuration(
                kind: .value(Quantity(target: 5, unit: "km")), slots: [.evening]),
            category: "fit")
        run.pause = pause
        let calendar = ActivityCalendar(
            activities: [
                run, Activity(id: "walk", name: "Walk", created: monday),
                Activity(
                    id: "call", name: "Call", created: monday,
                    configuration: Configuration(schedule: .sticky)),
            ], today: monday, vacations: [monday.advanced(by: 1)], categories: ["fit": "Fitness"],
            subscription: CalendarSubscription(
                name: "Dayline", zone: try zone(name), detail: detail, categories: categories))
        return try #require(calendar.text(at: 0)).text
    }

    private func children(_ text: String) throws -> [CalendarReader.Component] {
        try #require(CalendarReader(text), "\(text)").root.children
    }

    @Test func `a subscription has a name, an interval, and times in a zone`() throws {
        let text = try text(pause: Pause(since: monday.advanced(by: 180)))

        let root = try #require(CalendarReader(text), "\(text)").root
        #expect(root.values["X-WR-CALNAME"] == "Dayline")
        #expect(root.values["REFRESH-INTERVAL"] == "PT1H")
        let run = try #require(root.children.first { $0.values["SUMMARY"] == "Run" })
        #expect(run.parameters["DTSTART"] == "TZID=Europe/Berlin")
        #expect(run.values["DTSTART"] == "20260105T200000")
        #expect(run.parameters["EXDATE"] == "TZID=Europe/Berlin")
        // The last second of 4 July in the summer time of Berlin.
        #expect(run.values["RRULE"] == "FREQ=DAILY;UNTIL=20260704T215959Z")
        #expect(run.values["CATEGORIES"] == "Fitness")
    }

    @Test func `a yearly rule of a zone is a rule of the calendar`() throws {
        let zone = try #require(try children(try text()).first { $0.name == "VTIMEZONE" })

        #expect(zone.values["TZID"] == "Europe/Berlin")
        let rules = zone.children.map { [$0.name, $0.values["RRULE"] ?? ""] }
        #expect(
            rules == [
                ["STANDARD", ""], ["DAYLIGHT", "FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU"],
                ["STANDARD", "FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU"],
            ])
        #expect(zone.children.map { $0.values["TZOFFSETTO"] } == ["+0100", "+0200", "+0100"])
        #expect(
            zone.children.map { $0.values["DTSTART"] }
                == ["20260105T000000", "20260329T020000", "20261025T030000"])
    }

    @Test func `a change outside of its weekday has a range of days`() throws {
        // At 02:00 after the fourth Thursday of March.
        let zone = try #require(
            try children(try text(in: "Asia/Jerusalem")).first { $0.name == "VTIMEZONE" })

        let rules = zone.children.compactMap { $0.values["RRULE"] }
        #expect(
            rules.contains("FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=23,24,25,26,27,28,29;BYDAY=FR"))
    }

    @Test func `names leave out details, and busy shows only blocked times`() throws {
        let names = try children(try text(.names)).dropFirst()
        let busy = try children(try text(.busy)).dropFirst()

        #expect(names.map { $0.values["SUMMARY"] } == ["Run", "Walk", "Call", "Vacation"])
        #expect(names.allSatisfy { $0.values["DESCRIPTION"] == nil && $0.children.isEmpty })
        #expect(names.allSatisfy { $0.values["CATEGORIES"] == nil })
        #expect(busy.map { $0.values["SUMMARY"] } == ["Busy", "Busy"])
        #expect(busy.allSatisfy { $0.values["TRANSP"] == "OPAQUE" })
    }

    @Test func `selected categories list their activities only`() throws {
        let chosen = try children(try text(.full, ["fit"]))
        let none = try children(try text(.full, ["other"]))

        #expect(chosen.dropFirst().map { $0.values["SUMMARY"] } == ["Run"])
        #expect(none.map(\.name) == ["VTIMEZONE"])
    }
}
