import CivilTime
import Contracts
import RPC
import Testing
import Tracker

/// A vacation with more skips than one change set has changes.
@Suite struct LongVacationTests {
    private let monday = TemporaryTracker.monday
    private var year: Vacations.Vacation {
        Vacations.Vacation(from: monday, to: monday.advanced(by: 364))
    }

    private let unlimited = CallOptions(deadline: .never)

    /// Sixty daily activities, which have 21,900 sessions a year.
    private func withHabits(_ body: (TemporaryTracker) async throws -> Void) async throws {
        let tracker = try await TemporaryTracker()
        for number in 0..<60 { try await tracker.add("Habit \(number)") }
        try await body(tracker)
    }

    @Test func `a year is marked, undone, redone and removed, each in one step`()
        async throws
    {
        try await withHabits { tracker in
            let client = tracker.client
            try await tracker.log("Habit 7", on: monday)
            let before = try await tracker.export()

            let added = try await client.call(Vacations.add, year, unlimited)
            let marked = try await tracker.export()
            let day = try await tracker.today(monday.advanced(by: 200))
            _ = try await client.call(Journal.undo, Journal.StepRequest(), unlimited)
            let undone = try await tracker.export()
            _ = try await client.call(Journal.redo, Journal.StepRequest(), unlimited)
            let redone = try await tracker.export()
            let removed = try await client.call(Vacations.remove, year, unlimited)
            let emptied = try await tracker.export()
            _ = try await client.call(Journal.undo, Journal.StepRequest(), unlimited)

            #expect(added.days.count == 365)
            #expect(added.skips == 60 * 365 - 1)
            #expect(day.vacation && day.skipped.count == 60)
            #expect(removed.skips == added.skips)
            #expect(undone == before)
            #expect(emptied == before)
            #expect(redone == marked)
            #expect(try await tracker.export() == marked)
        }
    }

    @Test func `a repeated request gets the first response`() async throws {
        try await withHabits { tracker in
            let options = CallOptions(deadline: .never, idempotencyKey: "once")
            let first = try await tracker.client.call(Vacations.add, year, options)

            #expect(try await tracker.client.call(Vacations.add, year, options) == first)
        }
    }

    @Test func `more skips than the limit are refused with a range that is allowed`()
        async throws
    {
        let tracker = try await TemporaryTracker()
        let habits = (0..<600).map {
            #"{"id": "\#($0)", "name": "Habit \#($0)", "createdAt": "2026-01-01T00:00:00Z"}"#
        }
        _ = try await tracker.importDocument(
            #"{"activities": [\#(habits.joined(separator: ","))]}"#)

        let refusal = await status {
            _ = try await tracker.client.call(Vacations.add, year, unlimited)
        }

        #expect(refusal?.code == .resourceExhausted)
        #expect(refusal?.hint?.contains("2026-01-05..2026-07-06") == true)
        #expect(try await tracker.client.call(Vacations.list, Empty()).vacations.isEmpty)
    }
}
