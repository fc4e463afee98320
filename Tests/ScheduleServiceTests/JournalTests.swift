import CivilTime
import Contracts
import RPC
import Testing
import Tracking

@Suite struct JournalTests {
    private let monday = TemporarySchedule.monday

    @Test func `a log answers with what a person wants to know next`() async throws {
        let system = try await TemporarySchedule()
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
        let system = try await TemporarySchedule()
        defer { system.remove() }
        for name in ["Floss", "Read", "Walk"] { try await system.add(name) }
        try await system.add("Call mum") { $0.schedule = .adhoc(monday) }
        try await system.log("Floss")
        _ = try await system.client.call(
            Journal.skip, Journal.Skip(activity: "Walk", reason: "Weather"))

        let day = try await system.today()

        #expect(day.date == monday)
        #expect(day.slots.map(\.slot) == [.morning])
        #expect(day.slots.flatMap(\.items).map(\.name) == ["Read"])
        #expect(day.completed.map(\.name) == ["Floss"])
        #expect(day.skipped.map(\.skipReason) == ["Weather"])
        #expect(day.reminders.map(\.dueOn) == [monday])
        #expect(day.progress == 0.5)
    }

    @Test func `undo after each operation restores the answers, and redo makes it again`()
        async throws
    {
        let system = try await TemporarySchedule()
        defer { system.remove() }
        let client = system.client
        try await system.add("Morning") { $0.type = .container }
        try await system.add("Water") { $0.target = 8 }
        try await system.add("Floss", in: "Morning")
        try await system.log("Water", 3)
        struct Answers: Equatable {
            var today: Journal.Day
            var activities: [Activities.Item]
            var entries: [LoggedEntry]
        }
        func answers() async throws -> Answers {
            var listing = try await client.call(Activities.list, Activities.AskList())
            for index in listing.activities.indices { listing.activities[index].revision = 0 }
            return Answers(
                today: try await system.today(), activities: listing.activities,
                entries: try await client.call(Entries.list, Entries.Ask(activity: "Water"))
                    .entries)
        }
        let entry = try #require(try await answers().entries.first)
        var fields = Activities.Fields()
        fields.target = 2
        let operations: [() async throws -> Void] = [
            { try await system.log("Water", 5) },
            { try await system.log("Floss") },
            { _ = try await client.call(Journal.skip, Journal.Skip(activity: "Floss")) },
            {
                _ = try await client.call(
                    Entries.edit, Entries.Edit(id: entry.id, value: .number(9)))
            },
            { _ = try await client.call(Entries.delete, Entries.Name(id: entry.id)) },
            {
                _ = try await client.call(
                    Activities.edit, Activities.Edit(name: "Water", newName: "W", fields: fields))
            },
            { _ = try await client.call(Activities.pause, Activities.Name(name: "Morning")) },
            { _ = try await client.call(Activities.dissolve, Activities.Name(name: "Morning")) },
            { _ = try await client.call(Activities.delete, Activities.Name(name: "Morning")) },
            {
                _ = try await client.call(
                    Activities.move, Activities.Move(name: "Water", container: "Morning"))
            },
            {
                _ = try await client.call(
                    Activities.reorder, Activities.Reorder(names: ["Water", "Morning"]))
            },
            { try await system.add("Another") },
        ]

        for (number, operation) in operations.enumerated() {
            let before = try await answers()
            try await operation()
            let after = try await system.today()
            _ = try await client.call(Journal.undo, Empty())
            #expect(try await answers() == before, "operation \(number)")
            _ = try await client.call(Journal.redo, Empty())
            #expect(try await system.today() == after, "operation \(number)")
            _ = try await client.call(Journal.undo, Empty())
        }
    }

    @Test func `what is stored is there after a restart, and can still be undone`() async throws {
        let system = try await TemporarySchedule()
        defer { system.remove() }
        try await system.add("Floss")
        try await system.log("Floss")

        let later = try await TemporarySchedule(folder: system.folder)
        let done = try await later.today()
        _ = try await later.client.call(Journal.undo, Empty())

        #expect(done.completed.map(\.name) == ["Floss"])
        #expect(try await later.today().completed.isEmpty)
    }

    @Test func `an entry tells how one felt and where it was, and both can be changed`()
        async throws
    {
        let system = try await TemporarySchedule()
        defer { system.remove() }
        try await system.add("Walk")
        func log(mood: Int) async throws -> LoggedEntry {
            try await system.client.call(
                Journal.log, Journal.Log(activity: "Walk", mood: mood, place: "the park")
            ).entry
        }
        func edit(_ entry: LoggedEntry, mood: Int?, place: String?) async throws -> LoggedEntry {
            try await system.client.call(
                Entries.edit, Entries.Edit(id: entry.id, mood: mood, place: place)
            ).entry
        }

        let refused = await status { _ = try await log(mood: 6) }
        let entry = try await log(mood: 4)
        let later = try await TemporarySchedule(folder: system.folder)
        let stored = try await later.client.call(
            Entries.list, Entries.Ask(activity: "Walk")
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
        let system = try await TemporarySchedule()
        defer { system.remove() }
        try await system.add("Floss") { $0.slots = [.morning] }
        try await system.add("Read") { $0.slots = [.evening] }
        func set(_ part: DayPartReminder, _ text: String) async throws {
            _ = try await system.storage.call(
                Settings.set, Settings.Change(key: Settings.reminder(part), value: text))
        }
        func reminders() async throws -> [Journal.PartOfDay] {
            try await system.client.call(Journal.reminders, Journal.AskDay()).reminders
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
        let system = try await TemporarySchedule()
        defer { system.remove() }
        try await system.add("Water") { $0.target = 8 }

        let first = try await system.log("Water", 3, key: "k")
        let second = try await system.log("Water", 3, key: "k")

        #expect(first == second)
        #expect(second.day.total == 3)
        let other = await status { try await system.log("Water", 4, key: "k") }
        #expect(other?.code == .failedPrecondition)
    }

    @Test func `a day that the zone left out is refused`() async throws {
        let system = try await TemporarySchedule()
        defer { system.remove() }
        _ = try await system.storage.call(
            Profiles.add, Profiles.Add(name: "apia", zone: "Pacific/Apia"))
        let apia = CallOptions(profile: "apia")
        func ask(_ day: String) async -> Status? {
            await status {
                _ = try await system.client.call(
                    Journal.today, Journal.AskDay(on: CivilDate(day)), apia)
            }
        }

        #expect(await ask("2011-12-30")?.code == .invalidArgument)
        #expect(await ask("2011-12-29") == nil)
        #expect(await ask("2011-12-31") == nil)
    }

    @Test func `a day that was lost on the way to another zone is told as one`() async throws {
        let system = try await TemporarySchedule()
        defer { system.remove() }
        let day = TemporarySchedule.monday
        let moves: [(CivilDate?, String)] = [
            (nil, "Pacific/Honolulu"), (day, "Pacific/Kiritimati"),
        ]
        for (from, zone) in moves {
            _ = try await system.storage.call(
                Profiles.setZone,
                Profiles.SetZone(name: "default", change: ZoneChange(from: from, zone: zone)))
        }

        let refused = await status {
            _ = try await system.today(day.advanced(by: -1))
        }

        #expect(refused?.message.contains("moved across the date line") == true)
        #expect(refused?.hint?.contains("Pacific/Kiritimati") == true)
    }

    @Test func `a day that the zone left out is missed by nobody, until the zone is another`()
        async throws
    {
        let system = try await TemporarySchedule()
        defer { system.remove() }
        _ = try await system.storage.call(
            Profiles.add, Profiles.Add(name: "apia", zone: "Pacific/Apia"))
        let apia = CallOptions(profile: "apia")
        let first = try #require(CivilDate("2011-12-28"))
        _ = try await system.client.call(
            Activities.add,
            Activities.Add(name: "Pills", fields: Activities.Fields(), on: first), apia)
        for offset in [0, 1, 3] {
            let log = Journal.Log(activity: "Pills", on: first.advanced(by: offset))
            _ = try await system.client.call(Journal.log, log, apia)
        }
        func streak() async throws -> Boards.Streak? {
            try await system.client.call(
                Boards.streaks, Boards.AskBoard(on: first.advanced(by: 3)), apia
            ).streaks.first
        }

        let lived = try await streak()
        _ = try await system.storage.call(
            Profiles.setZone,
            Profiles.SetZone(name: "apia", change: ZoneChange(from: nil, zone: "UTC")))
        let elsewhere = try await streak()

        #expect(lived == Boards.Streak(name: "Pills", current: 3, longest: 3))
        #expect(elsewhere == Boards.Streak(name: "Pills", current: 1, longest: 2))
    }

    @Test func `each session's line has the session's number`() async throws {
        let system = try await TemporarySchedule()
        defer { system.remove() }
        try await system.add("Pressure") {
            $0.type = .value
            $0.slots = [.morning, .afternoon, .evening]
        }
        for (slot, value) in [(Slot.morning, 5.0), (.evening, 7)] {
            _ = try await system.client.call(
                Journal.log,
                Journal.Log(activity: "Pressure", value: .number(value), slot: slot))
        }

        let day = try await system.today()

        #expect(day.completed.map(\.slot) == [.morning, .evening])
        #expect(day.completed.map(\.value) == [5, 7])
        #expect(day.slots.flatMap(\.items).map(\.value) == [nil])
    }

    @Test func `profiles do not see each other's days`() async throws {
        let system = try await TemporarySchedule()
        defer { system.remove() }
        _ = try await system.storage.call(Profiles.add, Profiles.Add(name: "kim", zone: "UTC"))
        let kim = CallOptions(profile: "kim")
        let floss = try await system.add("Floss")
        let entry = try await system.log("Floss").entry

        let listed = try await system.client.call(
            Activities.list, Activities.AskList(), kim
        ).activities
        let byID = await status {
            _ = try await system.client.call(
                Journal.log, Journal.Log(activity: floss.id.rawValue), kim)
        }
        let entryByID = await status {
            _ = try await system.client.call(Entries.show, Entries.Name(id: entry.id), kim)
        }
        let undo = await status { _ = try await system.client.call(Journal.undo, Empty(), kim) }

        #expect(listed.isEmpty)
        #expect(byID?.code == .notFound)
        #expect(entryByID?.code == .notFound)
        #expect(undo?.code == .failedPrecondition)
    }

    @Test func `what storage is told beside the service is in the next answer`() async throws {
        let system = try await TemporarySchedule()
        defer { system.remove() }
        let water = try await system.add("Water") { $0.target = 8 }
        _ = try await system.today()
        func entry(_ id: String) -> Entry {
            Entry(
                id: Entry.ID(id), activity: water.id, day: monday, outcome: .completed(value: 3))
        }

        _ = try await system.storage.call(
            Tracker.apply,
            Tracker.Apply(
                summary: "beside",
                changes: [
                    Tracker.Change(
                        kind: Tracker.entryKind, id: "a",
                        body: try JSONBody.encode(entry("a")).text)
                ]))
        let once = try await system.today().slots.first?.items.first?.value
        let page = try Packet<FillPage>(
            entries: [Tracker.NumberedEntry(number: 0, entry: entry("b"))])
        _ = try await system.storage.upload(
            Tracker.fill, Tracker.Fill(summary: "file")
        ) { try await $0.send(page) }

        #expect(once == 3)
        #expect(try await system.today().slots.first?.items.first?.value == 6)
    }

    @Test func `many logs at once are all kept`() async throws {
        let system = try await TemporarySchedule()
        defer { system.remove() }
        try await system.add("Water") { $0.target = 80 }

        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { try await system.log("Water", 1) } }
            try await group.waitForAll()
        }

        #expect(try await system.log("Water", 1).day.total == 21)
    }

    @Test func `of two edits at once one wins, and the other says what changed`() async throws {
        let system = try await TemporarySchedule()
        defer { system.remove() }
        let seen = try await system.add("Water") { $0.target = 8 }
        func edit(target: Double) async throws {
            var fields = Activities.Fields()
            fields.target = target
            _ = try await system.client.call(
                Activities.edit,
                Activities.Edit(name: "Water", fields: fields, revision: seen.revision))
        }

        try await edit(target: 9)
        let refused = await status { try await edit(target: 10) }

        #expect(refused?.code == .aborted)
        #expect(refused?.message.contains("target 9") == true)
    }

    /// Each has a book of its own, which knows nothing of what the other does.
    @Test func `two services at once each plan on what the other has done`() async throws {
        let one = try await TemporarySchedule()
        defer { one.remove() }
        let other = try await TemporarySchedule(sharing: one)
        try await one.add("Water") {
            $0.type = .cumulative
            $0.target = 80
        }
        try await one.add("Read")

        try await other.log("Water", 2)
        let total = try await one.log("Water", 3).day.total
        _ = try await one.client.call(Journal.skip, Journal.Skip(activity: "Read"))
        let twice = await status {
            _ = try await other.client.call(Journal.skip, Journal.Skip(activity: "Read"))
        }
        _ = try await one.client.call(Journal.undo, Empty())
        let again = try await other.client.call(Journal.skip, Journal.Skip(activity: "Read"))

        #expect(total == 5)
        #expect(twice?.code == .failedPrecondition)
        #expect(again.entry.activity == "Read")
    }

    @Test func `many logs of two services at once are all kept`() async throws {
        let one = try await TemporarySchedule()
        defer { one.remove() }
        let other = try await TemporarySchedule(sharing: one)
        try await one.add("Water") { $0.target = 80 }

        try await withThrowingTaskGroup(of: Void.self) { group in
            for place in 0..<30 {
                group.addTask { try await (place % 2 == 0 ? one : other).log("Water", 1) }
            }
            try await group.waitForAll()
        }

        #expect(try await one.log("Water", 1).day.total == 31)
    }

    @Test func `a request that another service has done is not done again`() async throws {
        let one = try await TemporarySchedule()
        defer { one.remove() }
        let other = try await TemporarySchedule(sharing: one)
        try await one.add("Water") { $0.target = 80 }
        try await other.log("Water", 1)

        let first = try await one.log("Water", 1, key: "k")
        let second = try await other.log("Water", 1, key: "k")

        #expect(first.day.total == 2)
        #expect(second == first)
    }
}
