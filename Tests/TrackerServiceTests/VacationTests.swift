import CivilTime
import Contracts
import RPC
import Testing
import Tracker

@Suite struct VacationTests {
    private let monday = TemporaryTracker.monday

    @Test func `a vacation skips open sessions, and its removal removes exactly those skips`()
        async throws
    {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Pill", on: monday) { $0.slots = [.morning, .evening] }
        try await tracker.add("Floss", on: monday)
        try await tracker.log("Floss")
        let days = Vacations.Vacation(from: monday, to: monday.advanced(by: 1))

        let added = try await tracker.client.call(Vacations.add, days)
        let again = try await tracker.client.call(Vacations.add, days)
        let during = try await tracker.today()
        let listed = try await tracker.client.call(Vacations.list, Empty()).vacations
        let removed = try await tracker.client.call(Vacations.remove, days)

        #expect(
            added == Vacations.ChangeResponse(days: [monday, monday.advanced(by: 1)], skips: 5))
        #expect(again == Vacations.ChangeResponse(days: [], skips: 0))
        #expect(during.vacation)
        #expect(during.skipped.map(\.skipReason) == ["Vacation", "Vacation"])
        #expect(listed == [days])
        #expect(removed.skips == 5)
        #expect(try await tracker.today().slots.flatMap(\.items).map(\.name) == ["Pill", "Pill"])
    }

    /// Several slots of a day are skipped at the same instant; then the order of rows decides.
    @Test(arguments: [Slot.morning, .afternoon, .evening])
    func `undo restores the order of a skip that a log replaced`(slot: Slot) async throws {
        let tracker = try await TemporaryTracker()
        let client = tracker.client
        // Entries of another activity come first, so that row numbers do not start at the
        // activity's first.
        try await tracker.add("Floss", on: monday)
        for _ in 0..<3 { try await tracker.log("Floss") }
        try await tracker.add("Pill", on: monday) { $0.slots = [.morning, .afternoon, .evening] }
        _ = try await client.call(Vacations.add, Vacations.Vacation(from: monday, to: monday))
        func answers() async throws -> [[LoggedEntry]] {
            let other = try await TemporaryTracker(sharing: tracker)
            var lists: [[LoggedEntry]] = []
            for client in [client, other.client] {
                lists.append(
                    try await client.call(Entries.list, Entries.ListRequest(activity: "Pill"))
                        .entries)
            }
            return lists
        }
        let before = try await answers()

        _ = try await client.call(
            Journal.log, Journal.LogRequest(activity: "Pill", on: monday, slot: slot))
        let logged = try await answers()
        _ = try await client.call(Journal.undo, Journal.StepRequest())
        let undone = try await answers()
        _ = try await client.call(Journal.redo, Journal.StepRequest())

        #expect(before[0] == before[1])
        #expect(logged[0] == logged[1])
        #expect(undone == before)
        #expect(try await answers() == logged)
    }
}
