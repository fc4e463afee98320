import CivilTime
import Contracts
import RPC
import Testing
import Tracker

@Suite struct JournalServiceTests {
    private let monday = TemporaryTracker.monday

    @Test func `a log answers with what a person wants to know next`() async throws {
        let system = try await TemporaryTracker()
        defer { system.remove() }
        try await system.add("Water", on: monday.advanced(by: -3)) {
            $0.target = 2000
            $0.unit = "mL"
        }
        try await system.log("Water", 2000, on: monday.advanced(by: -1))
        try await system.log("water", 250)

        let logged = try await system.log("Wat", 1.75, unit: "l")

        #expect(logged.entry.value == 1750)
        #expect(logged.entry.entered == EnteredValue(amount: 1.75, unit: "l"))
        #expect(logged.day.total == 2000)
        #expect(logged.day.target == 2000)
        #expect(logged.day.complete)
        #expect(logged.streak == Journal.Streak(current: 2, longest: 2))
    }

    @Test func `the day lists what is open, done and skipped`() async throws {
        let system = try await TemporaryTracker()
        defer { system.remove() }
        for name in ["Floss", "Read", "Walk"] { try await system.add(name) }
        try await system.add("Call mum") { $0.schedule = .adhoc(monday) }
        try await system.log("Floss")
        _ = try await system.client.call(
            Journal.skip, Journal.SkipRequest(activity: "Walk", reason: "Weather"))

        let day = try await system.today()

        #expect(day.date == monday)
        #expect(day.slots.map(\.slot) == [.morning])
        #expect(day.slots.flatMap(\.items).map(\.name) == ["Read"])
        #expect(day.completed.map(\.name) == ["Floss"])
        #expect(day.skipped.map(\.skipReason) == ["Weather"])
        #expect(day.reminders.map(\.dueOn) == [monday])
        #expect(day.progress == 0.5)
    }

    @Test func `each session's line has the session's number`() async throws {
        let system = try await TemporaryTracker()
        defer { system.remove() }
        try await system.add("Pressure") {
            $0.type = .value
            $0.slots = [.morning, .afternoon, .evening]
        }
        for (slot, value) in [(Slot.morning, 5.0), (.evening, 7)] {
            _ = try await system.client.call(
                Journal.log,
                Journal.LogRequest(activity: "Pressure", value: .number(value), slot: slot))
        }

        let day = try await system.today()

        #expect(day.completed.map(\.slot) == [.morning, .evening])
        #expect(day.completed.map(\.value) == [5, 7])
        #expect(day.slots.flatMap(\.items).map(\.value) == [nil])
    }

    @Test func `an entry tells how one felt and where it was, and both can be changed`()
        async throws
    {
        let system = try await TemporaryTracker()
        defer { system.remove() }
        try await system.add("Walk")
        func log(mood: Int) async throws -> LoggedEntry {
            try await system.client.call(
                Journal.log, Journal.LogRequest(activity: "Walk", mood: mood, place: "the park")
            ).entry
        }
        func edit(_ entry: LoggedEntry, mood: Int?, place: String?) async throws -> LoggedEntry {
            try await system.client.call(
                Entries.edit, Entries.EditRequest(id: entry.id, mood: mood, place: place)
            ).entry
        }

        let refused = await status { _ = try await log(mood: 6) }
        let entry = try await log(mood: 4)
        let later = try await TemporaryTracker(folder: system.folder)
        let stored = try await later.client.call(
            Entries.list, Entries.ListRequest(activity: "Walk")
        ).entries
        let moved = try await edit(entry, mood: nil, place: "the beach")
        let bare = try await edit(entry, mood: 0, place: "")

        #expect(refused?.code == .invalidArgument)
        #expect(stored == [entry])
        #expect(entry.mood == 4 && entry.place == "the park")
        #expect(moved.mood == 4 && moved.place == "the beach")
        #expect(bare.mood == nil && bare.place == nil)
    }

    @Test func `the three reminders tell what is open, when their conditions hold`() async throws {
        let system = try await TemporaryTracker()
        defer { system.remove() }
        try await system.add("Floss") { $0.slots = [.morning] }
        try await system.add("Read") { $0.slots = [.evening] }
        func set(_ part: DayPartReminder, _ text: String) async throws {
            _ = try await system.storage.call(
                Settings.set, Settings.SetRequest(key: Settings.reminder(part), value: text))
        }
        func reminders() async throws -> [Journal.ReminderItem] {
            try await system.client.call(Journal.reminders, Journal.DayRequest()).reminders
        }

        let plain = try await reminders()
        try await set(.morning, "07:15 unstarted")
        try await set(.afternoon, "off")
        try await set(.evening, "20:00 below-half every 2h")
        let unstarted = try await reminders()
        try await system.log("Floss")
        let halfDone = try await reminders()

        #expect(plain.map(\.times) == [["08:00"], ["13:00"], ["20:00"]])
        #expect(plain.map(\.body) == ["Floss", "Floss", "Floss, Read"])
        #expect(plain.map(\.holds) == [true, true, true])
        #expect(unstarted.map(\.times) == [["07:15"], [], ["20:00", "22:00"]])
        #expect(unstarted.map(\.holds) == [true, false, true])
        #expect(unstarted[2].title == "2 things are open")
        #expect(halfDone.map(\.holds) == [false, false, false])
    }

    @Test func `a repeated key logs once, and answers with the same entry`() async throws {
        let system = try await TemporaryTracker()
        defer { system.remove() }
        try await system.add("Water") { $0.target = 8 }

        let first = try await system.log("Water", 3, key: "k")
        let second = try await system.log("Water", 3, key: "k")

        #expect(first == second)
        #expect(second.day.total == 3)
        let other = await status { try await system.log("Water", 4, key: "k") }
        #expect(other?.code == .failedPrecondition)
    }

    @Test func `profiles do not see each other's days`() async throws {
        let system = try await TemporaryTracker()
        defer { system.remove() }
        _ = try await system.storage.call(
            Profiles.add, Profiles.AddRequest(name: "kim", zone: "UTC"))
        let kim = CallOptions(profile: "kim")
        let floss = try await system.add("Floss")
        let entry = try await system.log("Floss").entry

        let listed = try await system.client.call(
            Activities.list, Activities.ListRequest(), kim
        ).activities
        let byID = await status {
            _ = try await system.client.call(
                Journal.log, Journal.LogRequest(activity: floss.id.rawValue), kim)
        }
        let entryByID = await status {
            _ = try await system.client.call(Entries.show, Entries.EntryRequest(id: entry.id), kim)
        }
        let undo = await status { _ = try await system.client.call(Journal.undo, Empty(), kim) }

        #expect(listed.isEmpty)
        #expect(byID?.code == .notFound)
        #expect(entryByID?.code == .notFound)
        #expect(undo?.code == .failedPrecondition)
    }

    @Test func `what was said of a tick stays when it is ticked again`() async throws {
        let world = try await TemporaryTracker()
        defer { world.remove() }
        try await world.add("Read")
        try await world.add("Steps") { $0.type = .value }
        for (name, value) in [("Read", nil), ("Steps", InputValue.number(5))] {
            let said = Journal.LogRequest(
                activity: name, value: value, on: monday, note: "fine", mood: 5, place: "park")
            _ = try await world.client.call(Journal.log, said)
        }

        let read = try await world.log("Read", on: monday)
        let steps = try await world.log("Steps", 7, on: monday)

        #expect(read.entry.note == "fine")
        #expect(read.entry.mood == 5)
        #expect(read.entry.place == "park")
        #expect(steps.entry.note == nil)
    }
}
