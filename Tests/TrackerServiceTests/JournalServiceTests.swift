import CivilTime
import Contracts
import RPC
import Testing
import Tracker

@Suite struct JournalServiceTests {
    private let monday = TemporaryTracker.monday

    @Test func `the response to a log has the day total and the streak`() async throws {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Water", on: monday.advanced(by: -3)) {
            $0.target = 2000
            $0.unit = "mL"
        }
        try await tracker.log("Water", 2000, on: monday.advanced(by: -1))
        try await tracker.log("water", 250)

        let logged = try await tracker.log("Wat", 1.75, unit: "l")

        #expect(logged.entry.value == 1750)
        #expect(logged.entry.entered == EnteredValue(amount: 1.75, unit: "l"))
        #expect(logged.day.total == 2000)
        #expect(logged.day.target == 2000)
        #expect(logged.day.complete)
        #expect(logged.streak == Journal.Streak(current: 2, longest: 2))
    }

    @Test func `the agenda lists open, done and skipped activities`() async throws {
        let tracker = try await TemporaryTracker()
        for name in ["Floss", "Read", "Walk"] { try await tracker.add(name) }
        try await tracker.add("Call mum") { $0.schedule = .adhoc(monday) }
        try await tracker.log("Floss")
        _ = try await tracker.client.call(
            Journal.skip, Journal.SkipRequest(activity: "Walk", reason: "Weather"))

        let day = try await tracker.today()

        #expect(day.date == monday)
        #expect(day.slots.map(\.slot) == [.morning])
        #expect(day.slots.flatMap(\.items).map(\.name) == ["Read"])
        #expect(day.completed.map(\.name) == ["Floss"])
        #expect(day.skipped.map(\.skipReason) == ["Weather"])
        #expect(day.reminders.map(\.dueOn) == [monday])
        #expect(day.progress == 0.5)
    }

    @Test func `the page of a day has times, week and streaks at risk`() async throws {
        let tracker = try await TemporaryTracker()
        for name in ["Floss", "Read"] { try await tracker.add(name, on: monday.advanced(by: -9)) }
        for back in 1...3 { try await tracker.log("Read", on: monday.advanced(by: -back)) }
        try await tracker.log("Floss")

        let day = try await tracker.client.call(Journal.day, Journal.DayRequest())

        #expect(day.agenda == (try await tracker.today()))
        #expect(day.today == monday)
        #expect(day.now == "12:00")
        #expect(day.times.map(\.time) == ["12:00"])
        #expect(day.week.map(\.date) == (0..<7).map(monday.advanced(by:)))
        #expect(day.atRisk.map(\.name) == ["Read"])
        #expect(day.atRisk.map(\.current) == [3])
    }

    @Test func `each session of a day is listed with its own value`() async throws {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Pressure") {
            $0.type = .value
            $0.slots = [.morning, .afternoon, .evening]
        }
        for (slot, value) in [(Slot.morning, 5.0), (.evening, 7)] {
            _ = try await tracker.client.call(
                Journal.log,
                Journal.LogRequest(activity: "Pressure", value: .number(value), slot: slot))
        }

        let day = try await tracker.today()

        #expect(day.completed.map(\.slot) == [.morning, .evening])
        #expect(day.completed.map(\.value) == [5, 7])
        #expect(day.slots.flatMap(\.items).map(\.value) == [nil])
    }

    @Test func `the mood and place of an entry are stored and can be changed`()
        async throws
    {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Walk")
        func log(mood: Int) async throws -> LoggedEntry {
            try await tracker.client.call(
                Journal.log, Journal.LogRequest(activity: "Walk", mood: mood, place: "the park")
            ).entry
        }
        func edit(_ entry: LoggedEntry, mood: Int?, place: String?) async throws -> LoggedEntry {
            try await tracker.client.call(
                Entries.edit, Entries.EditRequest(id: entry.id, mood: mood, place: place)
            ).entry
        }

        let refused = await status { _ = try await log(mood: 6) }
        let entry = try await log(mood: 4)
        let later = try await TemporaryTracker(sharing: tracker)
        let stored = try await later.client.call(
            Entries.list, Entries.ListRequest(activity: "Walk")
        ).entries
        let moved = try await edit(entry, mood: nil, place: "the beach")
        let cleared = try await edit(entry, mood: 0, place: "")

        #expect(refused?.code == .invalidArgument)
        #expect(stored == [entry])
        #expect(entry.mood == 4 && entry.place == "the park")
        #expect(moved.mood == 4 && moved.place == "the beach")
        #expect(cleared.mood == nil && cleared.place == nil)
    }

    @Test func `the day reminders list open activities while their conditions hold`() async throws {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Floss") { $0.slots = [.morning] }
        try await tracker.add("Read") { $0.slots = [.evening] }
        func set(_ part: DayPartReminder, _ text: String) async throws {
            _ = try await tracker.storage.call(
                Settings.set, Settings.SetRequest(key: Settings.reminder(part), value: text))
        }
        func reminders() async throws -> [Journal.ReminderItem] {
            try await tracker.client.call(Journal.reminders, Journal.DayRequest()).reminders
        }

        let plain = try await reminders()
        try await set(.morning, "07:15 unstarted")
        try await set(.afternoon, "off")
        try await set(.evening, "20:00 below-half every 2h")
        let unstarted = try await reminders()
        try await tracker.log("Floss")
        let halfDone = try await reminders()

        #expect(plain.map(\.times) == [["08:00"], ["13:00"], ["20:00"]])
        #expect(plain.map(\.body) == ["Floss", "Floss", "Floss, Read"])
        #expect(plain.map(\.holds) == [true, true, true])
        #expect(unstarted.map(\.times) == [["07:15"], [], ["20:00", "22:00"]])
        #expect(unstarted.map(\.holds) == [true, false, true])
        #expect(unstarted[2].title == "2 things are open")
        #expect(halfDone.map(\.holds) == [false, false, false])
    }

    @Test func `a repeated key logs once and returns the same entry`() async throws {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Water") { $0.target = 8 }

        let first = try await tracker.log("Water", 3, key: "k")
        let second = try await tracker.log("Water", 3, key: "k")

        #expect(first == second)
        #expect(second.day.total == 3)
        let other = await status { try await tracker.log("Water", 4, key: "k") }
        #expect(other?.code == .failedPrecondition)
    }

    @Test func `profiles do not see each other's days`() async throws {
        let tracker = try await TemporaryTracker()
        _ = try await tracker.storage.call(
            Profiles.add, Profiles.AddRequest(name: "kim", zone: "UTC"))
        let kim = CallOptions(profile: "kim")
        let floss = try await tracker.add("Floss")
        let entry = try await tracker.log("Floss").entry

        let listed = try await tracker.client.call(
            Activities.list, Activities.ListRequest(), kim
        ).activities
        let byID = await status {
            _ = try await tracker.client.call(
                Journal.log, Journal.LogRequest(activity: floss.id.rawValue), kim)
        }
        let entryByID = await status {
            _ = try await tracker.client.call(Entries.show, Entries.ShowRequest(id: entry.id), kim)
        }
        let undo = await status {
            _ = try await tracker.client.call(Journal.undo, Journal.StepRequest(), kim)
        }

        #expect(listed.isEmpty)
        #expect(byID?.code == .notFound)
        #expect(entryByID?.code == .notFound)
        #expect(undo?.code == .failedPrecondition)
    }

    @Test func `a repeated tick keeps the details of the first`() async throws {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Read")
        try await tracker.add("Steps") { $0.type = .value }
        for (name, value) in [("Read", nil), ("Steps", InputValue.number(5))] {
            let detailed = Journal.LogRequest(
                activity: name, value: value, on: monday, note: "fine", mood: 5, place: "park")
            _ = try await tracker.client.call(Journal.log, detailed)
        }

        let read = try await tracker.log("Read", on: monday)
        let steps = try await tracker.log("Steps", 7, on: monday)

        #expect(read.entry.note == "fine")
        #expect(read.entry.mood == 5)
        #expect(read.entry.place == "park")
        #expect(steps.entry.note == nil)
    }
}
