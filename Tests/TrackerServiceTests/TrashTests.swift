import CivilTime
import Contracts
import RPC
import Testing
import Tracker

@Suite struct TrashTests {
    private let monday = TemporaryTracker.monday

    @Test func `the trash gives back, and forgets for good after 30 days`() async throws {
        let system = try await TemporaryTracker()
        defer { system.remove() }
        let client = system.client
        try await system.add("Floss")
        let entry = try await system.log("Floss").entry
        _ = try await client.call(Entries.delete, Entries.EntryRequest(id: entry.id))
        _ = try await client.call(Activities.delete, Activities.ActivityRequest(name: "Floss"))
        let listed = try await client.call(Trash.list, Trash.ListRequest()).items

        for item in listed.sorted(by: { $0.kind < $1.kind }) {
            _ = try await client.call(Trash.restore, Trash.RestoreRequest(name: item.id))
        }
        let restored = try await system.today().completed.map(\.name)
        _ = try await client.call(Activities.delete, Activities.ActivityRequest(name: "Floss"))
        func purge(after days: Int) async throws -> [String] {
            try await client.call(
                Trash.purge, Trash.PurgeRequest(on: monday.advanced(by: days))
            ).items.map(\.name)
        }

        #expect(Set(listed.map(\.kind)) == ["activity", "entry"])
        #expect(restored == ["Floss"])
        #expect(try await purge(after: 30).isEmpty)
        #expect(try await purge(after: 31) == ["Floss"])
        #expect(try await client.call(Trash.list, Trash.ListRequest()).items.isEmpty)
        #expect(
            await status { _ = try await client.call(Journal.undo, Empty()) }?.code
                == .failedPrecondition)
    }

    @Test func `after 30 days the trash forgets by itself, but not for a look ahead`() async throws
    {
        let system = try await TemporaryTracker()
        defer { system.remove() }
        try await system.add("Floss")
        try await system.add("Read")
        _ = try await system.client.call(
            Activities.delete, Activities.ActivityRequest(name: "Floss"))
        func names(_ world: TemporaryTracker, on day: CivilDate? = nil) async throws -> [String] {
            try await world.client.call(Trash.list, Trash.ListRequest(on: day)).items.map(\.name)
        }

        _ = try await system.today(monday.advanced(by: 31))
        let afterLookingAhead = try await names(system)
        let ahead = try await names(system, on: monday.advanced(by: 31))
        let tooLate = await status {
            _ = try await system.client.call(
                Trash.restore, Trash.RestoreRequest(name: "Floss", on: monday.advanced(by: 31)))
        }
        let kept = try await TemporaryTracker(
            folder: system.folder, today: monday.advanced(by: 30))
        _ = try await kept.today()
        let onTheLastDay = try await names(kept)
        let later = try await TemporaryTracker(
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
        let system = try await TemporaryTracker(today: monday.advanced(by: 90))
        defer { system.remove() }
        try await system.add("Floss")
        _ = try await system.client.call(
            Activities.delete,
            Activities.ActivityRequest(name: "Floss", on: monday.advanced(by: 20)))

        _ = try await system.today()
        let listed = try await system.client.call(Trash.list, Trash.ListRequest()).items
        _ = try await system.client.call(Journal.undo, Empty())

        #expect(listed.map(\.name) == ["Floss"])
        #expect(
            try await system.client.call(
                Activities.list, Activities.ListRequest()
            ).activities.map(\.name) == ["Floss"])
    }

    @Test func `what grew old in the trash goes in one step, and what is younger stays`()
        async throws
    {
        let first = try await TemporaryTracker()
        defer { first.remove() }
        try await first.add("Floss")
        func put(_ count: Int, in world: TemporaryTracker) async throws {
            for _ in 0..<count {
                let entry = try await world.log("Floss", on: monday).entry
                _ = try await world.client.call(
                    Entries.delete, Entries.EntryRequest(id: entry.id, on: monday))
            }
        }
        try await put(5, in: first)
        let second = try await TemporaryTracker(
            folder: first.folder, today: monday.advanced(by: 20))
        try await put(3, in: second)
        let third = try await TemporaryTracker(
            folder: first.folder, today: monday.advanced(by: 40))
        func steps(since number: Int64) async throws -> Set<String> {
            Set(
                try await third.storage.call(Changes.since, Changes.SinceRequest(number: number))
                    .changes
                    .map(\.at))
        }
        let before = try await third.newestChange()

        _ = try await third.today()
        let after = try await third.newestChange()
        _ = try await third.today()

        let left = try await third.client.call(Trash.list, Trash.ListRequest()).items
        #expect(left.count == 3)
        #expect(try await steps(since: before).count == 1)
        #expect(after == before + 5)
        #expect(try await third.newestChange() == after)
    }

    @Test func `an activity goes with more entries than a step has changes`() async throws {
        let first = try await TemporaryTracker()
        defer { first.remove() }
        let logs = (0...TrackerRecords.changeLimit).map { number in
            #"{"id": "l\#(number)", "activityID": "a", "statusRaw": "completed","#
                + #" "date": "2026-01-05T00:00:00Z"}"#
        }
        let activity = #"{"id": "a", "name": "Sip", "createdAt": "2026-01-01T00:00:00Z"}"#
        _ = try await first.importDocument(
            #"{"activities": [\#(activity)], "logs": [\#(logs.joined(separator: ","))]}"#)
        let other = try await TemporaryTracker(sharing: first)
        _ = try await other.today()
        _ = try await first.client.call(Activities.delete, Activities.ActivityRequest(name: "Sip"))

        let purged = try await first.client.call(Trash.purge, Trash.PurgeRequest(name: "Sip"))

        #expect(purged.items.map(\.name) == ["Sip"])
        let left = try await first.storage.call(
            TrackerRecords.entries, TrackerRecords.EntriesRequest(after: 0))
        #expect(try left.entries().isEmpty)
        #expect(try await other.client.call(Trash.list, Trash.ListRequest()).items.isEmpty)
    }

    @Test func `an activity that goes for good takes its deleted entries along`() async throws {
        let system = try await TemporaryTracker()
        defer { system.remove() }
        for name in ["Floss", "Read"] {
            try await system.add(name)
            let entry = try await system.log(name).entry
            _ = try await system.client.call(Entries.delete, Entries.EntryRequest(id: entry.id))
        }
        _ = try await system.client.call(Goals.add, Goals.AddRequest(title: "Wise", on: monday))
        _ = try await system.client.call(
            Goals.link,
            Goals.LinkRequest(goal: "Wise", activity: "Read", role: .activity, on: monday))
        _ = try await system.client.call(Goals.delete, Goals.GoalRequest(goal: "Wise", on: monday))
        for name in ["Floss", "Read"] {
            _ = try await system.client.call(
                Activities.delete, Activities.ActivityRequest(name: name))
        }

        _ = try await system.client.call(Trash.purge, Trash.PurgeRequest(name: "Floss"))
        let left = try await system.client.call(Trash.list, Trash.ListRequest()).items
        let rest = try await system.client.call(
            Trash.purge, Trash.PurgeRequest(on: monday.advanced(by: 31)))

        #expect(Set(left.map(\.name)) == ["Read", "Read on \(monday)", "Wise"])
        #expect(rest.items.count == 3)
        #expect(try await system.client.call(Trash.list, Trash.ListRequest()).items.isEmpty)
    }

    @Test func `a child comes back to the top when its container is gone for good`() async throws {
        let system = try await TemporaryTracker()
        defer { system.remove() }
        for name in ["Stretch", "Pray"] { try await system.add(name) }
        _ = try await system.client.call(
            Activities.group,
            Activities.GroupRequest(name: "Morning", members: ["Stretch", "Pray"], on: monday))
        for name in ["Stretch", "Morning"] {
            _ = try await system.client.call(
                Activities.delete, Activities.ActivityRequest(name: name))
        }
        _ = try await system.client.call(Trash.purge, Trash.PurgeRequest(name: "Morning"))

        _ = try await system.client.call(Trash.restore, Trash.RestoreRequest(name: "Stretch"))

        let listing = try await system.client.call(Activities.list, Activities.ListRequest())
        #expect(listing.activities.map(\.name) == ["Pray", "Stretch"])
    }
}
