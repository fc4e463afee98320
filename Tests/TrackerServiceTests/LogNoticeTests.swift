import CivilTime
import Contracts
import RPC
import Testing
import Tracker

/// The reply to a log says what is unusual about the entry.
@Suite struct LogNoticeTests {
    private let monday = TemporaryTracker.monday

    @Test func `a log on the day of a pause says that the activity is paused`() async throws {
        let world = try await TemporaryTracker()
        defer { world.remove() }
        try await world.add("Gym")
        _ = try await world.client.call(Activities.pause, Activities.ActivityRequest(name: "Gym"))

        let logged = try await world.log("Gym")

        #expect(logged.paused == true)
        #expect(logged.notDue == nil)
    }

    @Test func `a log on a day without an occurrence says that it was not due`() async throws {
        let world = try await TemporaryTracker()
        defer { world.remove() }
        try await world.add("Gym") { $0.schedule = .weekly([2]) }

        let logged = try await world.log("Gym")
        let onItsDay = try await world.log("Gym", on: monday.advanced(by: 1))

        #expect(logged.notDue == true)
        #expect(onItsDay.notDue == nil)
        #expect(onItsDay.paused == nil)
    }

    @Test func `a value that replaces another says which`() async throws {
        let world = try await TemporaryTracker()
        defer { world.remove() }
        try await world.add("Coffee") { ($0.type, $0.unit) = (.value, "cups") }

        let first = try await world.log("Coffee", 2)
        let second = try await world.log("Coffee", 1)

        #expect(first.replaced == nil)
        #expect(second.replaced?.value == 2)
        #expect(second.replaced?.id == first.entry.id)
    }

    @Test func `a tick that is ticked again and an amount that is added replace nothing`()
        async throws
    {
        let world = try await TemporaryTracker()
        defer { world.remove() }
        try await world.add("Floss")
        try await world.add("Water") { ($0.type, $0.unit) = (.cumulative, "ml") }

        for _ in 0..<2 {
            #expect(try await world.log("Floss").replaced == nil)
            #expect(try await world.log("Water", 250).replaced == nil)
        }
    }
}
