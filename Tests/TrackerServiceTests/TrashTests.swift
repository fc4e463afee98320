import CivilTime
import Contracts
import RPC
import Testing
import Tracker

@Suite struct TrashTests {
    private let monday = TemporaryTracker.monday

    @Test func `a purge by name with a day is rejected`() async throws {
        let tracker = try await TemporaryTracker()

        let error = await #expect(throws: Status.self) {
            try await tracker.client.call(
                Trash.purge, Trash.PurgeRequest(name: "Floss", on: TemporaryTracker.monday))
        }

        #expect(error?.code == .invalidArgument)
    }

    @Test func `records in the trash can be restored, and are purged after 30 days`() async throws {
        let tracker = try await TemporaryTracker()
        let client = tracker.client
        try await tracker.add("Floss")
        let entry = try await tracker.log("Floss").entry
        _ = try await client.call(Entries.delete, Entries.EntryRequest(id: entry.id))
        _ = try await client.call(Activities.delete, Activities.ActivityRequest(name: "Floss"))
        let listed = try await client.call(Trash.list, Trash.ListRequest()).items

        for item in listed.sorted(by: { $0.kind < $1.kind }) {
            _ = try await client.call(Trash.restore, Trash.RestoreRequest(name: item.id))
        }
        let restored = try await tracker.today().completed.map(\.name)
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
            await status { _ = try await client.call(Journal.undo, Journal.StepRequest()) }?.code
                == .failedPrecondition)
    }

    @Test func `records are purged after 30 days, and hidden from queries about later days`()
        async throws
    {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Floss")
        try await tracker.add("Read")
        _ = try await tracker.client.call(
            Activities.delete, Activities.ActivityRequest(name: "Floss"))
        func names(_ tracker: TemporaryTracker, on day: CivilDate? = nil) async throws -> [String] {
            try await tracker.client.call(Trash.list, Trash.ListRequest(on: day)).items.map(\.name)
        }

        _ = try await tracker.today(monday.advanced(by: 31))
        let afterLookingAhead = try await names(tracker)
        let ahead = try await names(tracker, on: monday.advanced(by: 31))
        let tooLate = await status {
            _ = try await tracker.client.call(
                Trash.restore, Trash.RestoreRequest(name: "Floss", on: monday.advanced(by: 31)))
        }
        let onLastDay = try await TemporaryTracker(sharing: tracker, today: monday.advanced(by: 30))
        await onLastDay.purgeTrash()
        let onTheLastDay = try await names(onLastDay)
        let later = try await TemporaryTracker(sharing: tracker, today: monday.advanced(by: 31))
        await later.purgeTrash()

        #expect(afterLookingAhead == ["Floss"])
        #expect(ahead.isEmpty)
        #expect(tooLate?.code == .notFound)
        #expect(onTheLastDay == ["Floss"])
        #expect(try await names(later).isEmpty)
        #expect(
            await status { _ = try await later.client.call(Journal.undo, Journal.StepRequest()) }?
                .code
                == .failedPrecondition)
    }

    @Test func `a record deleted as of an earlier day is retained from today`() async throws {
        let tracker = try await TemporaryTracker(today: monday.advanced(by: 90))
        try await tracker.add("Floss")
        _ = try await tracker.client.call(
            Activities.delete,
            Activities.ActivityRequest(name: "Floss", on: monday.advanced(by: 20)))

        await tracker.purgeTrash()
        let listed = try await tracker.client.call(Trash.list, Trash.ListRequest()).items
        _ = try await tracker.client.call(Journal.undo, Journal.StepRequest())

        #expect(listed.map(\.name) == ["Floss"])
        #expect(
            try await tracker.client.call(
                Activities.list, Activities.ListRequest()
            ).activities.map(\.name) == ["Floss"])
    }

    @Test func `expired records are purged in one step, and newer ones stay`()
        async throws
    {
        let first = try await TemporaryTracker()
        try await first.add("Floss")
        func delete(_ count: Int, in tracker: TemporaryTracker) async throws {
            for _ in 0..<count {
                let entry = try await tracker.log("Floss", on: monday).entry
                _ = try await tracker.client.call(
                    Entries.delete, Entries.EntryRequest(id: entry.id, on: monday))
            }
        }
        try await delete(5, in: first)
        let second = try await TemporaryTracker(sharing: first, today: monday.advanced(by: 20))
        try await delete(3, in: second)
        let third = try await TemporaryTracker(sharing: first, today: monday.advanced(by: 40))
        func steps(since number: Int64) async throws -> Set<String> {
            Set(
                try await third.storage.call(Changes.since, Changes.SinceRequest(number: number))
                    .changes
                    .map(\.at))
        }
        let before = try await third.newestChange()

        await third.purgeTrash()
        let after = try await third.newestChange()
        await third.purgeTrash()

        let remaining = try await third.client.call(Trash.list, Trash.ListRequest()).items
        #expect(remaining.count == 3)
        #expect(try await steps(since: before).count == 1)
        #expect(after == before + 5)
        #expect(try await third.newestChange() == after)
    }

    @Test func `an activity is purged with more entries than a step has changes`() async throws {
        let first = try await TemporaryTracker()
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
        let remaining = try await first.storage.call(
            TrackerRecords.entries, TrackerRecords.EntriesRequest(after: 0))
        #expect(try remaining.entries().isEmpty)
        #expect(try await other.client.call(Trash.list, Trash.ListRequest()).items.isEmpty)
    }

    @Test func `purging an activity purges its deleted entries`() async throws {
        let tracker = try await TemporaryTracker()
        for name in ["Floss", "Read"] {
            try await tracker.add(name)
            let entry = try await tracker.log(name).entry
            _ = try await tracker.client.call(Entries.delete, Entries.EntryRequest(id: entry.id))
        }
        _ = try await tracker.client.call(Goals.add, Goals.AddRequest(title: "Wise", on: monday))
        _ = try await tracker.client.call(
            Goals.link,
            Goals.LinkRequest(goal: "Wise", activity: "Read", role: .activity, on: monday))
        _ = try await tracker.client.call(Goals.delete, Goals.GoalRequest(goal: "Wise", on: monday))
        for name in ["Floss", "Read"] {
            _ = try await tracker.client.call(
                Activities.delete, Activities.ActivityRequest(name: name))
        }

        _ = try await tracker.client.call(Trash.purge, Trash.PurgeRequest(name: "Floss"))
        let remaining = try await tracker.client.call(Trash.list, Trash.ListRequest()).items
        let rest = try await tracker.client.call(
            Trash.purge, Trash.PurgeRequest(on: monday.advanced(by: 31)))

        #expect(Set(remaining.map(\.name)) == ["Read", "Read on \(monday)", "Wise"])
        #expect(rest.items.count == 3)
        #expect(try await tracker.client.call(Trash.list, Trash.ListRequest()).items.isEmpty)
    }

    @Test func `a child of a purged container is restored at the top level`() async throws {
        let tracker = try await TemporaryTracker()
        for name in ["Stretch", "Pray"] { try await tracker.add(name) }
        _ = try await tracker.client.call(
            Activities.group,
            Activities.GroupRequest(name: "Morning", members: ["Stretch", "Pray"], on: monday))
        for name in ["Stretch", "Morning"] {
            _ = try await tracker.client.call(
                Activities.delete, Activities.ActivityRequest(name: name))
        }
        _ = try await tracker.client.call(Trash.purge, Trash.PurgeRequest(name: "Morning"))

        _ = try await tracker.client.call(Trash.restore, Trash.RestoreRequest(name: "Stretch"))

        let listing = try await tracker.client.call(Activities.list, Activities.ListRequest())
        #expect(listing.activities.map(\.name) == ["Pray", "Stretch"])
    }
}
