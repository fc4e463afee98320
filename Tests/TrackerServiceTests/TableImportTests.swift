import CivilTime
import Contracts
import RPC
import Testing
import Tracker

/// Tables of activities, entries and goals that `dayline export --csv` writes.
@Suite struct TableImportTests {
    private static let activities = """
        id,name,type,target,per,unit,category,container,created,pausedSince\r
        w,Water,cumulative,2000,day,ml,Drinks,Health,2026-01-01,\r
        h,Health,container,,,,,,2026-01-01,\r
        m,Mood,answer,,,,,,2026-01-01,2026-01-03\r

        """
    private static let entries = """
        id,activity,activityID,day,status,value,unit,slot,answer,note,skipReason,mood,place,origin,loggedAt\r
        a,Water,w,2026-01-05,completed,0.5,l,morning,,'=x,,4,Home,person,2026-01-05T08:00:00Z\r
        b,Water,w,2026-01-06,skipped,,,,,,Sick,,,person,\r
        c,Mood,m,2026-01-05,completed,,,,good,,,,,person,\r

        """
    private static let goals = """
        id,title,created,deadline,isPaused,consistency,activities\r
        g,"Drink, daily",2026-01-01,2026-12-31,0,0.5,"Water, Mood, Nothing"\r

        """

    @Test func `the tables of an export come back once`() async throws {
        let tracker = try await TemporaryTracker()

        var first: [ImportReport] = []
        var second: [ImportReport] = []
        for text in [Self.activities, Self.entries, Self.goals] {
            first.append(try await tracker.importDocument(text))
        }
        for text in [Self.activities, Self.entries, Self.goals] {
            second.append(try await tracker.importDocument(text))
        }

        #expect(first.map(\.importer) == ["dayline-csv", "dayline-csv", "dayline-csv"])
        #expect(first.map(\.stored) == [3, 3, 1])
        #expect(first[0].byType["Activity"]?.stored == 3)
        #expect(first[2].problems.map(\.reason).contains { $0.contains("\"Nothing\"") })
        #expect(second.map(\.stored) == [0, 0, 0])
        #expect(second.map(\.duplicate) == [3, 3, 1])
        #expect(second.map(\.version) == Array(repeating: first[2].version, count: 3))
        let listed = try await tracker.client.call(Activities.list, .init()).activities
        let water = try #require(listed.first { $0.name == "Water" })
        #expect(water.container == "Health")
        #expect(water.category == "Drinks")
        #expect(water.target == 2000)
        #expect(listed.first { $0.name == "Mood" }?.pausedSince?.description == "2026-01-03")
        let drunk = try await tracker.client.call(
            Entries.list, Entries.ListRequest(activity: "Water")
        ).entries.sorted { $0.date < $1.date }
        #expect(drunk.map(\.value) == [500, nil])
        #expect(drunk.map(\.note) == ["=x", nil])
        #expect(drunk.map(\.slot) == [.morning, nil])
        #expect(drunk.map(\.skipReason) == [nil, "Sick"])
        #expect(drunk.first?.place == "Home")
        #expect(drunk.first?.loggedAt == "2026-01-05T08:00:00Z")
        let goal = try #require(try await tracker.client.call(Goals.list, .init()).goals.first)
        #expect(goal.title == "Drink, daily")
        #expect(goal.activities.map(\.activity) == ["Water", "Mood"])
    }

    @Test func `tables that a profile wrote add nothing to it and change nothing`() async throws {
        let tracker = try await TemporaryTracker.full()
        let before = try await tracker.export()

        let report = try await tracker.importDocument(try await tracker.export(.csv))

        #expect(report.importer == "dayline-csv")
        #expect(report.stored == 0, "\(report.byType) \(report.problems)")
        #expect(report.read > 0 && report.duplicate == report.read)
        #expect(try await tracker.export() == before)
    }

    @Test func `entries without their activities add them with the type that they imply`()
        async throws
    {
        let tracker = try await TemporaryTracker()
        let header = "date,activity,status,value,unit,slot,note,skipReason,source,loggedAt,id\r\n"

        let report = try await tracker.importDocument(
            header + "2026-01-05,Run,completed,5,km,,,,person,,1\r\n"
                + "2026-01-05,Walk,completed,,,,,,person,,2\r\n"
                + "2026-01-05,Water,completed,1,l,,,,person,,3\r\n"
                + "2026-01-05,Water,completed,2,l,,,,person,,4\r\n"
                + "someday,Walk,completed,,,,,,person,,5\r\n"
                + "2026-01-06,Walk,perhaps,,,,,,person,,6\r\n")

        let types = try await tracker.client.call(Activities.list, .init()).activities.map {
            "\($0.name) \($0.type.rawValue) \($0.unit ?? "")"
        }
        #expect(types.sorted() == ["Run value km", "Walk checkbox ", "Water cumulative l"])
        #expect(report.stored == 4)
        #expect(report.quarantined == 2)
        #expect(report.problems.map(\.line) == [6, 7])
    }

    @Test func `a table does not replace everything`() async throws {
        let tracker = try await TemporaryTracker()

        await #expect(throws: Status.self) {
            try await tracker.importDocument(Self.activities, shouldReplace: true)
        }
    }
}
