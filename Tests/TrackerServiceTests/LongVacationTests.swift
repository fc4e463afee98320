import CivilTime
import Contracts
import RPC
import Testing
import Tracker

/// A vacation of more skips than changes are made one by one.
@Suite struct LongVacationTests {
    private let monday = TemporaryTracker.monday
    private var year: Vacations.Vacation {
        Vacations.Vacation(from: monday, to: monday.advanced(by: 364))
    }

    private let patient = CallOptions(deadline: .never)

    /// Sixty activities of every day, which is 21,900 sessions a year.
    private func withHabits(_ body: (TemporaryTracker) async throws -> Void) async throws {
        let world = try await TemporaryTracker()
        defer { world.remove() }
        for number in 0..<60 { try await world.add("Habit \(number)") }
        try await body(world)
    }

    @Test func `a year is marked, undone, made again and taken back, each in one step`()
        async throws
    {
        try await withHabits { world in
            let client = world.client
            try await world.log("Habit 7", on: monday)
            let before = try await world.export()

            let added = try await client.call(Vacations.add, year, patient)
            let marked = try await world.export()
            let day = try await world.today(monday.advanced(by: 200))
            _ = try await client.call(Journal.undo, Empty(), patient)
            let undone = try await world.export()
            _ = try await client.call(Journal.redo, Empty(), patient)
            let again = try await world.export()
            let removed = try await client.call(Vacations.remove, year, patient)
            let gone = try await world.export()
            _ = try await client.call(Journal.undo, Empty(), patient)

            #expect(added.days.count == 365)
            #expect(added.skips == 60 * 365 - 1)
            #expect(day.vacation && day.skipped.count == 60)
            #expect(removed.skips == added.skips)
            #expect(undone == before)
            #expect(gone == before)
            #expect(again == marked)
            #expect(try await world.export() == marked)
        }
    }

    @Test func `a repeated request is answered as it was`() async throws {
        try await withHabits { world in
            let options = CallOptions(deadline: .never, idempotencyKey: "once")
            let first = try await world.client.call(Vacations.add, year, options)

            #expect(try await world.client.call(Vacations.add, year, options) == first)
        }
    }

    @Test func `more skips than memory is for are refused, with a range that is not`()
        async throws
    {
        let world = try await TemporaryTracker()
        defer { world.remove() }
        let habits = (0..<600).map {
            #"{"id": "\#($0)", "name": "Habit \#($0)", "createdAt": "2026-01-01T00:00:00Z"}"#
        }
        _ = try await world.importDocument(#"{"activities": [\#(habits.joined(separator: ","))]}"#)

        let refusal = await status {
            _ = try await world.client.call(Vacations.add, year, patient)
        }

        #expect(refusal?.code == .resourceExhausted)
        #expect(refusal?.hint?.contains("2026-01-05..2026-07-06") == true)
        #expect(try await world.client.call(Vacations.list, Empty()).vacations.isEmpty)
    }
}
