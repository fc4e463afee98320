import CivilTime
import Contracts
import RPC
import Testing
import Tracker

@Suite struct VacationTests {
    private let monday = TemporaryTracker.monday

    @Test func `a vacation skips what is open, and takes back exactly that`() async throws {
        let system = try await TemporaryTracker()
        defer { system.remove() }
        try await system.add("Pill", on: monday) { $0.slots = [.morning, .evening] }
        try await system.add("Floss", on: monday)
        try await system.log("Floss")
        let days = Vacations.Vacation(from: monday, to: monday.advanced(by: 1))

        let added = try await system.client.call(Vacations.add, days)
        let again = try await system.client.call(Vacations.add, days)
        let during = try await system.today()
        let listed = try await system.client.call(Vacations.list, Empty()).vacations
        let removed = try await system.client.call(Vacations.remove, days)

        #expect(
            added == Vacations.ChangeResponse(days: [monday, monday.advanced(by: 1)], skips: 5))
        #expect(again == Vacations.ChangeResponse(days: [], skips: 0))
        #expect(during.vacation)
        #expect(during.skipped.map(\.skipReason) == ["Vacation", "Vacation"])
        #expect(listed == [days])
        #expect(removed.skips == 5)
        #expect(try await system.today().slots.flatMap(\.items).map(\.name) == ["Pill", "Pill"])
    }

    /// Some slots of a day are skipped in one instant: then their rows tell which comes first.
    @Test(arguments: [Slot.morning, .afternoon, .evening])
    func `a skip that a log replaced is back in its place after undo`(slot: Slot) async throws {
        let system = try await TemporaryTracker()
        defer { system.remove() }
        let client = system.client
        // Other entries before, so that rows are not counted from the activity's first.
        try await system.add("Floss", on: monday)
        for _ in 0..<3 { try await system.log("Floss") }
        try await system.add("Pill", on: monday) { $0.slots = [.morning, .afternoon, .evening] }
        _ = try await client.call(Vacations.add, Vacations.Vacation(from: monday, to: monday))
        func answers() async throws -> [[LoggedEntry]] {
            let other = try await TemporaryTracker(sharing: system)
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
        _ = try await client.call(Journal.undo, Empty())
        let undone = try await answers()
        _ = try await client.call(Journal.redo, Empty())

        #expect(before[0] == before[1])
        #expect(logged[0] == logged[1])
        #expect(undone == before)
        #expect(try await answers() == logged)
    }
}
