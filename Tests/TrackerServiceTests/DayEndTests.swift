import CivilTime
import Contracts
import HostFiles
import RPC
import Testing
import Tracker
import TrackerService

/// The setting of the time at which a day ends.
@Suite struct DayEndTests {
    @Test(arguments: [
        ("00:00", true), ("04:30", true), ("06:00", true), ("06:01", false), ("4:00", false),
        ("24:00", false), ("", false), ("-1:00", false),
    ])
    func `a day ends from 00:00 to 06:00`(text: String, isValid: Bool) throws {
        #expect((DayEnd(text) != nil) == isValid)
        let definition = try SettingDefinition.named(Settings.dayEnd)
        if isValid {
            #expect(try definition.value(of: text) == text)
        } else if text == "4:00" {
            #expect(try definition.value(of: text) == "04:00")
        } else {
            #expect(throws: Status.self) { try definition.value(of: text) }
        }
    }

    @Test(arguments: [
        (Settings.quietHours, "22:00-7:00", "22:00-07:00"),
        (Settings.reminder(.morning), "8:15 behind every 2h", "08:15 behind every 2h"),
        (Settings.streakReminder, "9:05", "09:05"), (Settings.weekStart, "sunday", "sunday"),
    ])
    func `an hour of one digit is stored with two`(key: String, text: String, value: String) throws
    {
        #expect(try SettingDefinition.named(key).value(of: text) == value)
    }

    @Test func `a day that has not begun by the setting is refused with its reason`() async throws {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Floss", on: TemporaryTracker.monday.advanced(by: -2))
        _ = try await tracker.storage.call(
            Settings.set, Settings.SetRequest(key: Settings.dayEnd, value: "05:00"))
        let night = (Int64(TemporaryTracker.monday.days) * 24 + 3) * 3_600_000
        let service = TrackerService(client: tracker.storage, zones: ZoneCatalog()) { night }
        let request = Journal.LogRequest(activity: "Floss", on: TemporaryTracker.monday)

        let refusal = await #expect(throws: Status.self) {
            try await Client(inProcess: service).call(Journal.log, request)
        }

        #expect(
            refusal?.message.contains("Today is still 2026-01-04, by the setting dayEnd") == true)
        #expect(refusal?.hint?.contains("--future") == true)
    }

    @Test(arguments: [
        // UTC, before and at the end of the day at 04:00.
        (3 * 60 + 59, "2026-01-04"), (4 * 60, "2026-01-05"), (0, "2026-01-04"),
        (1439, "2026-01-05"),
    ])
    func `until the day ends, today is the day before`(minute: Int, day: String) throws {
        let dayEnd = try #require(DayEnd("04:00"))
        let now = (Int64(20_458) * 1440 + Int64(minute)) * 60_000

        #expect(dayEnd.today(at: now, in: Zone.utc).description == day)
        #expect(DayEnd.midnight.today(at: now, in: Zone.utc).description == "2026-01-05")
    }

    @Test(arguments: [
        ("UTC", "00:00", "2026-01-06T00:00:00Z"), ("UTC", "04:30", "2026-01-06T04:30:00Z"),
        ("Europe/Berlin", "00:00", "2026-01-05T23:00:00Z"),
        ("Europe/Berlin", "04:30", "2026-01-06T03:30:00Z"),
    ])
    func `a day ends at the time of the setting on the next day`(
        zone: String, text: String, instant: String
    ) throws {
        let dayEnd = try #require(DayEnd(text))
        let end = dayEnd.end(of: TemporaryTracker.monday, in: try ZoneCatalog().zone(zone))

        #expect(secondText(end) == instant)
    }

    @Test(arguments: [
        ("05:00", "2026-01-04", "2026-01-05T05:00:00Z"),
        ("02:00", "2026-01-05", "2026-01-06T02:00:00Z"),
        (nil, "2026-01-05", "2026-01-06T00:00:00Z"),
    ])
    func `logging and views at 03:00 follow the setting`(
        value: String?, day: String, end: String
    ) async throws {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Floss", on: TemporaryTracker.monday.advanced(by: -2))
        _ = try await tracker.storage.call(
            Settings.set, Settings.SetRequest(key: Settings.dayEnd, value: value))
        let night = (Int64(TemporaryTracker.monday.days) * 24 + 3) * 3_600_000
        let service = TrackerService(client: tracker.storage, zones: ZoneCatalog()) { night }
        let client = Client(inProcess: service)

        let logged = try await client.call(Journal.log, Journal.LogRequest(activity: "Floss"))
        let agenda = try await client.call(Journal.today, Journal.DayRequest())
        let page = try await client.call(Journal.day, Journal.DayRequest())

        #expect(logged.entry.date.description == day)
        #expect(agenda.date.description == day)
        #expect(page.today.description == day)
        #expect(page.todayEndsAt == end)
    }
}
