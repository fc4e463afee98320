import CivilTime
import Contracts
import RPC
import Testing
import Tracking

@Suite struct BoardTests {
    private let monday = TemporarySchedule.monday

    @Test func `streaks are listed with the longest that is alive first`() async throws {
        let system = try await TemporarySchedule()
        defer { system.remove() }
        for name in ["Floss", "Read"] { try await system.add(name, on: monday.advanced(by: -9)) }
        for back in 1...4 { try await system.log("Read", on: monday.advanced(by: -back)) }
        for back in 3...8 { try await system.log("Floss", on: monday.advanced(by: -back)) }

        let board = try await system.client.call(Boards.streaks, Boards.AskBoard()).streaks

        #expect(
            board == [
                Boards.Streak(name: "Read", current: 4, longest: 4),
                Boards.Streak(name: "Floss", current: 0, longest: 6),
            ])
    }

    @Test func `a vacation skips what is open, and takes back exactly that`() async throws {
        let system = try await TemporarySchedule()
        defer { system.remove() }
        try await system.add("Pill", on: monday) { $0.slots = [.morning, .evening] }
        try await system.add("Floss", on: monday)
        try await system.log("Floss")
        let days = Vacations.Range(from: monday, to: monday.advanced(by: 1))

        let added = try await system.client.call(Vacations.add, days)
        let again = try await system.client.call(Vacations.add, days)
        let during = try await system.today()
        let listed = try await system.client.call(Vacations.list, Empty()).vacations
        let removed = try await system.client.call(Vacations.remove, days)

        #expect(added == Vacations.Changed(days: [monday, monday.advanced(by: 1)], skips: 5))
        #expect(again == Vacations.Changed(days: [], skips: 0))
        #expect(during.vacation)
        #expect(during.skipped.map(\.skipReason) == ["Vacation", "Vacation"])
        #expect(listed == [days])
        #expect(removed.skips == 5)
        #expect(try await system.today().slots.flatMap(\.items).map(\.name) == ["Pill", "Pill"])
    }

    @Test func `a heat map has 13 whole weeks`() async throws {
        let system = try await TemporarySchedule()
        defer { system.remove() }
        try await system.add("Floss", on: monday.advanced(by: -1))
        try await system.log("Floss")

        let map = try await system.client.call(Boards.heatMap, Boards.AskHeatMap())

        #expect(map.days.count == 91)
        #expect(map.days.first?.date.weekday == 1)
        #expect(map.days.first { $0.date == monday }?.level == "full")
        #expect(map.days.first { $0.date == monday.advanced(by: -1) }?.level == "none")
    }

    @Test(arguments: [CivilDate.distantPast, .distantFuture])
    func `a heat map at an end of the calendar ends with it`(day: CivilDate) async throws {
        let system = try await TemporarySchedule()
        defer { system.remove() }

        let map = try await system.client.call(Boards.heatMap, Boards.AskHeatMap(on: day))

        #expect(map.days.contains { $0.date == day })
        #expect(map.days.count <= 91)
    }

    @Test func `insights tell what falls behind and what was won`() async throws {
        let system = try await TemporarySchedule()
        defer { system.remove() }
        try await system.add("Floss", on: monday.advanced(by: -20)) { $0.category = "Hygiene" }
        try await system.add("Pages", on: monday.advanced(by: -20)) { $0.target = 10 }
        for back in 0..<14 {
            try await system.log("Pages", back < 7 ? 30 : 10, on: monday.advanced(by: -back))
        }
        _ = try await system.client.call(
            Boards.annotate, Boards.Annotate(text: "New glasses", activity: "Pages"))

        let cards = try await system.client.call(Boards.insights, Boards.AskBoard())

        #expect(cards.behind == [Boards.Behind(name: "Floss", rate: 0, severe: true)])
        #expect(cards.wins.map(\.change) == [20])
        #expect(cards.streakBoard.map(\.current) == [14])
        #expect(cards.scorecards.first?.category == "Hygiene")
        #expect(cards.responses.map(\.value) == [30])
        #expect(cards.annotations.map(\.text) == ["New glasses"])
    }

    @Test func `activities are told by type, that which was logged last first`() async throws {
        let system = try await TemporarySchedule()
        defer { system.remove() }
        for name in ["Floss", "Read", "Walk"] {
            try await system.add(name, on: monday.advanced(by: -100))
        }
        try await system.add("Water") { $0.target = 8 }
        try await system.log("Read", on: monday.advanced(by: -90))
        try await system.log("Walk", on: monday.advanced(by: -2))

        let kinds = try await system.client.call(Boards.insights, Boards.AskBoard()).kinds

        #expect(kinds.map(\.type) == [.checkbox, .cumulative])
        #expect(kinds[0].activities.map(\.name) == ["Walk", "Read", "Floss"])
        #expect(kinds[0].activities.map(\.entry?.status) == ["completed", "completed", nil])
    }

    @Test func `bars have a day or a week each, with streaks and what they lie between`()
        async throws
    {
        let system = try await TemporarySchedule()
        defer { system.remove() }
        try await system.add("Water", on: monday.advanced(by: -20)) {
            ($0.target, $0.unit) = (8, "glasses")
        }
        for (ago, glasses) in [(0, 8.0), (1, 4), (8, 8), (9, 10)] {
            try await system.log("Water", glasses, on: monday.advanced(by: -ago))
        }
        func bars(_ range: String?, on day: CivilDate? = nil) async throws -> Boards.Bars {
            try await system.client.call(
                Boards.bars, Boards.AskBars(activity: "wat", range: range, on: day))
        }

        let week = try await bars(nil)
        let weekBefore = try await bars("week", on: monday.advanced(by: -7))
        let halfYear = try await bars("sixMonths")

        #expect(week.bars.map(\.value) == [nil, nil, nil, nil, nil, 4, 8])
        #expect(week.bars.last?.to == monday)
        #expect([week.average, week.low, week.high] == [6, 4, 8])
        #expect(week.streak.current == 1)
        #expect(week.unit == "glasses")
        #expect(weekBefore.bars.map(\.value).suffix(3) == [10, 8, nil])
        #expect(halfYear.bars.count == 26)
        #expect(halfYear.bars.suffix(2).map(\.value) == [4, 8])
        let refused = await status { _ = try await bars("decade") }
        #expect(refused?.code == .invalidArgument)
        #expect(refused?.hint?.contains("threeYears") == true)
    }

    @Test func `the trash gives back, and forgets for good after 30 days`() async throws {
        let system = try await TemporarySchedule()
        defer { system.remove() }
        let client = system.client
        try await system.add("Floss")
        let entry = try await system.log("Floss").entry
        _ = try await client.call(Entries.delete, Entries.Name(id: entry.id))
        _ = try await client.call(Activities.delete, Activities.Name(name: "Floss"))
        let listed = try await client.call(Trash.list, Trash.AskTrash()).items

        for item in listed.sorted(by: { $0.kind < $1.kind }) {
            _ = try await client.call(Trash.restore, Trash.Name(name: item.id))
        }
        let restored = try await system.today().completed.map(\.name)
        _ = try await client.call(Activities.delete, Activities.Name(name: "Floss"))
        func purge(after days: Int) async throws -> [String] {
            try await client.call(
                Trash.purge, Trash.Purge(on: monday.advanced(by: days))
            ).items.map(\.name)
        }

        #expect(Set(listed.map(\.kind)) == ["activity", "entry"])
        #expect(restored == ["Floss"])
        #expect(try await purge(after: 30).isEmpty)
        #expect(try await purge(after: 31) == ["Floss"])
        #expect(try await client.call(Trash.list, Trash.AskTrash()).items.isEmpty)
        #expect(
            await status { _ = try await client.call(Journal.undo, Empty()) }?.code
                == .failedPrecondition)
    }

    @Test func `what is put into the trash for a day long ago is kept from today`() async throws {
        let system = try await TemporarySchedule(today: monday.advanced(by: 90))
        defer { system.remove() }
        try await system.add("Floss")
        _ = try await system.client.call(
            Activities.delete, Activities.Name(name: "Floss", on: monday.advanced(by: 20)))

        _ = try await system.today()
        let listed = try await system.client.call(Trash.list, Trash.AskTrash()).items
        _ = try await system.client.call(Journal.undo, Empty())

        #expect(listed.map(\.name) == ["Floss"])
        #expect(
            try await system.client.call(
                Activities.list, Activities.AskList()
            ).activities.map(\.name) == ["Floss"])
    }

    @Test func `an activity goes with more entries than a step has changes`() async throws {
        let first = try await TemporarySchedule()
        defer { first.remove() }
        let logs = (0...Tracker.changeLimit).map { number in
            #"{"id": "l\#(number)", "activityID": "a", "statusRaw": "completed","#
                + #" "date": "2026-01-05T00:00:00Z"}"#
        }
        let activity = #"{"id": "a", "name": "Sip", "createdAt": "2026-01-01T00:00:00Z"}"#
        _ = try await TrackerFileTests().take(
            #"{"activities": [\#(activity)], "logs": [\#(logs.joined(separator: ","))]}"#,
            into: first)
        let other = try await TemporarySchedule(sharing: first)
        _ = try await other.today()
        _ = try await first.client.call(Activities.delete, Activities.Name(name: "Sip"))

        let purged = try await first.client.call(Trash.purge, Trash.Purge(name: "Sip"))

        #expect(purged.items.map(\.name) == ["Sip"])
        let left = try await first.storage.call(Tracker.entries, Tracker.AskEntries(after: 0))
        #expect(try left.entries().isEmpty)
        #expect(try await other.client.call(Trash.list, Trash.AskTrash()).items.isEmpty)
    }

    @Test func `an activity that goes for good takes its deleted entries along`() async throws {
        let system = try await TemporarySchedule()
        defer { system.remove() }
        for name in ["Floss", "Read"] {
            try await system.add(name)
            let entry = try await system.log(name).entry
            _ = try await system.client.call(Entries.delete, Entries.Name(id: entry.id))
        }
        _ = try await system.client.call(Goals.add, Goals.Add(title: "Wise", on: monday))
        _ = try await system.client.call(
            Goals.link, Goals.Link(goal: "Wise", activity: "Read", role: .activity, on: monday))
        _ = try await system.client.call(Goals.delete, Goals.Ask(goal: "Wise", on: monday))
        for name in ["Floss", "Read"] {
            _ = try await system.client.call(Activities.delete, Activities.Name(name: name))
        }

        _ = try await system.client.call(Trash.purge, Trash.Purge(name: "Floss"))
        let left = try await system.client.call(Trash.list, Trash.AskTrash()).items
        let rest = try await system.client.call(
            Trash.purge, Trash.Purge(on: monday.advanced(by: 31)))

        #expect(Set(left.map(\.name)) == ["Read", "Read on \(monday)", "Wise"])
        #expect(rest.items.count == 3)
        #expect(try await system.client.call(Trash.list, Trash.AskTrash()).items.isEmpty)
    }

    @Test func `a child comes back to the top when its container is gone for good`() async throws {
        let system = try await TemporarySchedule()
        defer { system.remove() }
        for name in ["Stretch", "Pray"] { try await system.add(name) }
        _ = try await system.client.call(
            Activities.group,
            Activities.Group(name: "Morning", members: ["Stretch", "Pray"], on: monday))
        for name in ["Stretch", "Morning"] {
            _ = try await system.client.call(Activities.delete, Activities.Name(name: name))
        }
        _ = try await system.client.call(Trash.purge, Trash.Purge(name: "Morning"))

        _ = try await system.client.call(Trash.restore, Trash.Name(name: "Stretch"))

        let listing = try await system.client.call(Activities.list, Activities.AskList())
        #expect(listing.activities.map(\.name) == ["Pray", "Stretch"])
    }

    @Test func `what grew old in the trash goes in one step, and what is younger stays`()
        async throws
    {
        let first = try await TemporarySchedule()
        defer { first.remove() }
        try await first.add("Floss")
        func put(_ count: Int, in world: TemporarySchedule) async throws {
            for _ in 0..<count {
                let entry = try await world.log("Floss", on: monday).entry
                _ = try await world.client.call(
                    Entries.delete, Entries.Name(id: entry.id, on: monday))
            }
        }
        try await put(5, in: first)
        let second = try await TemporarySchedule(
            folder: first.folder, today: monday.advanced(by: 20))
        try await put(3, in: second)
        let third = try await TemporarySchedule(
            folder: first.folder, today: monday.advanced(by: 40))
        func latest() async throws -> Int64 {
            try await third.storage.call(Changes.since, Changes.Since(number: 0, limit: 1)).latest
        }
        func steps(since number: Int64) async throws -> Set<String> {
            Set(
                try await third.storage.call(Changes.since, Changes.Since(number: number)).changes
                    .map(\.at))
        }
        let before = try await latest()

        _ = try await third.today()
        let after = try await latest()
        _ = try await third.today()

        let left = try await third.client.call(Trash.list, Trash.AskTrash()).items
        #expect(left.count == 3)
        #expect(try await steps(since: before).count == 1)
        #expect(after == before + 5)
        #expect(try await latest() == after)
    }

    @Test func `after 30 days the trash forgets by itself, but not for a look ahead`() async throws
    {
        let system = try await TemporarySchedule()
        defer { system.remove() }
        try await system.add("Floss")
        try await system.add("Read")
        _ = try await system.client.call(Activities.delete, Activities.Name(name: "Floss"))
        func names(_ world: TemporarySchedule, on day: CivilDate? = nil) async throws -> [String] {
            try await world.client.call(Trash.list, Trash.AskTrash(on: day)).items.map(\.name)
        }

        _ = try await system.today(monday.advanced(by: 31))
        let afterLookingAhead = try await names(system)
        let ahead = try await names(system, on: monday.advanced(by: 31))
        let tooLate = await status {
            _ = try await system.client.call(
                Trash.restore, Trash.Name(name: "Floss", on: monday.advanced(by: 31)))
        }
        let kept = try await TemporarySchedule(
            folder: system.folder, today: monday.advanced(by: 30))
        _ = try await kept.today()
        let onTheLastDay = try await names(kept)
        let later = try await TemporarySchedule(
            folder: system.folder, today: monday.advanced(by: 31))
        _ = try await later.today()

        #expect(afterLookingAhead == ["Floss"])
        #expect(ahead.isEmpty)
        #expect(tooLate?.code == .notFound)
        #expect(onTheLastDay == ["Floss"])
        #expect(try await names(later).isEmpty)
        #expect(
            await status { _ = try await later.client.call(Journal.undo, Empty()) }?.code
                == .failedPrecondition)
    }

    @Test func `categories begin with six, and an activity outlives its own`() async throws {
        let system = try await TemporarySchedule()
        defer { system.remove() }
        let client = system.client
        try await system.add("Floss") { $0.category = "hyg" }

        _ = try await client.call(Categories.delete, Categories.Name(name: "Hygiene"))
        let without = try await client.call(
            Activities.show, Activities.Name(name: "Floss")
        ).category
        let listed = try await client.call(Categories.list, Empty()).categories.map(\.name)
        let restored = try await client.call(Categories.restoreDefaults, Empty()).categories

        #expect(listed == ["Workout", "Supplement", "Medical", "Skills", "Tracking"])
        #expect(without == nil)
        #expect(restored.count == 6)
    }
}
