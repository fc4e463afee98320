import Contracts
import RPC
import Testing
import Tracker

/// The setting of the times at which the parts of the day begin.
@Suite struct DayPartsServiceTests {
    private func tracker() async throws -> TemporaryTracker {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Lunch") { $0.window = TimeWindow(startHour: 12, endHour: 13) }
        try await tracker.add("Floss") { $0.window = TimeWindow(slot: .evening) }
        return tracker
    }

    private func set(_ value: String?, _ tracker: TemporaryTracker) async throws {
        _ = try await tracker.storage.call(
            Settings.set, Settings.SetRequest(key: Settings.dayParts, value: value))
    }

    private func sections(_ tracker: TemporaryTracker) async throws -> [String] {
        try await tracker.client.call(Journal.today, Journal.DayRequest()).slots.flatMap {
            section in section.items.map { "\($0.name) \(section.slot.rawValue)" }
        }
    }

    @Test func `an activity with hours is listed in the part of the day that has them`()
        async throws
    {
        let tracker = try await tracker()
        let before = try await sections(tracker)

        try await set("06:00 13:00 18:00", tracker)
        let moved = try await sections(tracker)
        let shown = try await tracker.client.call(
            Activities.show, Activities.ActivityRequest(name: "Lunch"))
        let day = try await tracker.client.call(Journal.day, Journal.DayRequest())
        try await set(nil, tracker)

        #expect(before == ["Lunch afternoon", "Floss evening"])
        #expect(moved == ["Lunch morning", "Floss evening"])
        #expect(shown.slots == [.morning])
        #expect(day.dayParts == "06:00 13:00 18:00")
        #expect(try await sections(tracker) == before)
    }

    @Test func `an item is completed in the part of the day that lists it`() async throws {
        let tracker = try await tracker()
        try await set("06:00 13:00 18:00", tracker)

        _ = try await tracker.client.call(
            Journal.log, Journal.LogRequest(activity: "Lunch", slot: .morning))
        let agenda = try await tracker.client.call(Journal.today, Journal.DayRequest())
        let refusal = await #expect(throws: Status.self) {
            try await tracker.client.call(
                Journal.log, Journal.LogRequest(activity: "Lunch", slot: .evening))
        }

        #expect(agenda.completed.map(\.name) == ["Lunch"])
        #expect(agenda.completed.map(\.slot) == [.morning])
        #expect(refusal?.code == .invalidArgument)
    }

    @Test func `a reminder repeats until the end of its part of the day`() async throws {
        let tracker = try await tracker()
        _ = try await tracker.storage.call(
            Settings.set,
            Settings.SetRequest(key: Settings.reminder(.morning), value: "08:00 every 2h"))
        try await set("06:00 15:00 18:00", tracker)

        let reminders = try await tracker.client.call(Journal.reminders, Journal.DayRequest())
            .reminders

        #expect(reminders.first?.times == ["08:00", "10:00", "12:00", "14:00"])
    }

    @Test func `times that are out of order are refused with a sentence`() throws {
        let definition = try SettingDefinition.named(Settings.dayParts)

        let error = #expect(throws: Status.self) {
            try definition.value(of: "6:00 5:00 17:00")
        }

        #expect(error?.message.contains("The afternoon begins at 05:00") == true)
        #expect(error?.hint?.contains("each later than the one before") == true)
        #expect(try definition.value(of: "6:00 13:00 17:30") == "06:00 13:00 17:30")
    }
}
