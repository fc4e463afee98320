import CivilTime
import Contracts
import Milestones
import RPC
import Testing
import Tracker

/// Days that are out of range, such as 9026 for 2026.
@Suite struct FarDayTests {
    private typealias Attempt = @Sendable (TemporaryTracker, CivilDate) async throws -> Void

    private static func call<Request, Reply>(
        _ method: Method<Request, Reply>, _ request: @escaping @Sendable (CivilDate) -> Request
    ) -> Attempt {
        { _ = try await $0.client.call(method, request($1)) }
    }

    private static let journal: [(name: String, attempt: Attempt)] = [
        ("log", { try await $0.log("Floss", on: $1) }),
        ("skip", call(Journal.skip) { .init(activity: "Floss", on: $0) }),
        (
            "move an entry",
            {
                let entries = try await $0.client.call(
                    Entries.list, Entries.ListRequest(activity: "Read"))
                _ = try await $0.client.call(
                    Entries.edit, Entries.EditRequest(id: entries.entries[0].id, day: $1))
            }
        ),
        ("vacation", call(Vacations.add) { .init(from: $0, to: $0.advanced(by: 1)) }),
        ("weigh", call(Weights.add) { .init(weight: 80, unit: .kg, on: $0, future: true) }),
        (
            "move a weight entry",
            {
                let list = try await $0.client.call(Weights.list, Weights.ListRequest())
                _ = try await $0.client.call(
                    Weights.edit, Weights.EditRequest(id: list.weights[0].id, day: $1, future: true)
                )
            }
        ),
        ("set a goal weight", call(Weights.setGoal) { .init(weight: 70, unit: .kg, on: $0) }),
        ("annotate", call(Statistics.annotate) { .init(text: "x", on: $0) }),
    ]

    private static let structure: [(name: String, attempt: Attempt)] = [
        ("activity", { try await $0.add("New", on: $1) }),
        (
            "day of a reminder",
            { tracker, day in try await tracker.edit("Call") { $0.schedule = .adhoc(day) } }
        ),
        ("pause", call(Activities.pause) { .init(name: "Floss", on: $0) }),
        ("delete", call(Activities.delete) { .init(name: "Floss", on: $0) }),
        (
            "template",
            {
                let templates = try await $0.client.call(Templates.list, Empty()).templates
                _ = try await $0.client.call(
                    Templates.apply, Templates.ApplyRequest(name: templates[0].name, on: $1))
            }
        ),
        ("goal", call(Goals.add) { .init(title: "Fit", on: $0) }),
        ("deadline", call(Goals.add) { .init(title: "Fit", deadline: $0) }),
    ]

    private static let all = journal + structure
    private static let days = [
        measurableDays.lowerBound.advanced(by: -1), measurableDays.upperBound.advanced(by: 1),
        CivilDate("9026-11-21") ?? .distantFuture,
    ]

    private func tracker() async throws -> TemporaryTracker {
        let tracker = try await TemporaryTracker()
        for name in ["Floss", "Read"] {
            try await tracker.add(name, on: measurableDays.lowerBound)
            try await tracker.log(name)
        }
        try await tracker.add("Call") { $0.schedule = .sticky }
        _ = try await tracker.client.call(Weights.add, Weights.AddRequest(weight: 80, unit: .kg))
        return tracker
    }

    @Test(arguments: all.indices)
    func `writing on a day out of range is rejected`(index: Int) async throws {
        let tracker = try await tracker()
        let (name, attempt) = Self.all[index]
        let before = try await tracker.newestChange()

        for day in Self.days {
            let refused = await status { try await attempt(tracker, day) }

            #expect(refused?.code == .invalidArgument, "\(name) \(day)")
            #expect(refused?.message.contains("\(day)") == true, "\(name) \(day)")
            #expect(refused?.hint?.contains("--on 2026-01-31") == true, "\(name) \(day)")
        }

        #expect(try await tracker.newestChange() == before, "\(name)")
    }

    @Test(arguments: [measurableDays.lowerBound, measurableDays.upperBound])
    func `the first and the last day in range can be written on`(day: CivilDate) async throws {
        let tracker = try await tracker()

        #expect(try await tracker.log("Floss", on: day).entry.date == day)
    }

    @Test func `a document's days out of range are reported and quarantined`() async throws {
        let tracker = try await TemporaryTracker()
        func log(_ id: String, _ date: String) -> String {
            """
            {"id": "\(id)", "activityID": "A", "date": "\(date)T12:00:00Z",
                "statusRaw": "completed"}
            """
        }
        let text = """
            {"version": "1.0", "activities": [
                {"id": "A", "name": "Run", "createdAt": "0001-01-01T00:00:00Z"}],
            "logs": [\(log("l1", "0001-01-01")), \(log("l2", "2026-01-05")),
                \(log("l3", "9026-01-05"))],
            "vacationDays": [{"date": "9026-01-06T12:00:00Z"}, {"date": "2026-01-06T12:00:00Z"}],
            "dayline": {"weight": {
                "w1": {"entry": {"day": "9026-01-05", "weight": 80, "unit": "kg"}}}}}
            """

        let report = try await tracker.importDocument(text)

        #expect(
            report.byType["logs"] == ImportReport.Counts(read: 3, stored: 1, quarantined: 2))
        #expect(
            report.byType["vacationDays"]
                == ImportReport.Counts(read: 2, stored: 1, quarantined: 1))
        #expect(
            report.byType["dayline.weight"] == ImportReport.Counts(read: 1, quarantined: 1))
        let outOfRange = report.problems.filter { $0.reason.contains("2199-12-31") }
        #expect(outOfRange.map(\.count).sorted() == [1, 2])
        #expect(
            try await tracker.client.call(Entries.list, Entries.ListRequest(activity: "Run"))
                .entries.map(\.id) == ["l2"])
    }

    @Test func `an entry on a day out of range has no effect and can be deleted`() async throws {
        let tracker = try await TemporaryTracker()
        let item = try await tracker.add("Run")
        try await tracker.log("Run")
        let far = CivilDate("9026-11-21") ?? .distantFuture
        let entry = Entry(
            id: "far", activity: item.id, day: far,
            outcome: .completed(value: nil))
        // As an earlier version wrote it.
        _ = try await tracker.storage.call(
            TrackerRecords.apply,
            TrackerRecords.ApplyRequest(
                summary: "log Run",
                changes: [
                    TrackerRecords.Change(
                        kind: TrackerRecords.entryKind, id: "far",
                        body: try JSONBody.encode(entry).text)
                ]))

        let board = try await tracker.client.call(
            Statistics.streaks, Statistics.AsOfRequest(on: far)
        )
        .streaks
        _ = try await tracker.client.call(Entries.delete, Entries.EntryRequest(id: "far"))

        #expect(board.map { [$0.current, $0.longest] } == [[0, 1]])
        #expect(
            try await tracker.client.call(Entries.list, Entries.ListRequest(activity: "Run"))
                .entries.count == 1)
    }
}
