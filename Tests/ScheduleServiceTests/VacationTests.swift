import CivilTime
import Contracts
import RPC
import Testing
import Tracking

@Suite struct VacationTests {
    private let monday = TemporarySchedule.monday

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
}
