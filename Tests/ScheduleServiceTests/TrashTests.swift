import CivilTime
import Contracts
import RPC
import Testing
import Tracking

@Suite struct TrashTests {
    private let monday = TemporarySchedule.monday

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
        func steps(since number: Int64) async throws -> Set<String> {
            Set(
                try await third.storage.call(Changes.since, Changes.Since(number: number)).changes
                    .map(\.at))
        }
        let before = try await third.newestChange()

        _ = try await third.today()
        let after = try await third.newestChange()
        _ = try await third.today()

        let left = try await third.client.call(Trash.list, Trash.AskTrash()).items
        #expect(left.count == 3)
        #expect(try await steps(since: before).count == 1)
        #expect(after == before + 5)
        #expect(try await third.newestChange() == after)
    }

    @Test func `an activity goes with more entries than a step has changes`() async throws {
        let first = try await TemporarySchedule()
        defer { first.remove() }
        let logs = (0...Tracker.changeLimit).map { number in
            #"{"id": "l\#(number)", "activityID": "a", "statusRaw": "completed","#
                + #" "date": "2026-01-05T00:00:00Z"}"#
        }
        let activity = #"{"id": "a", "name": "Sip", "createdAt": "2026-01-01T00:00:00Z"}"#
        _ = try await first.take(
            #"{"activities": [\#(activity)], "logs": [\#(logs.joined(separator: ","))]}"#)
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
}
