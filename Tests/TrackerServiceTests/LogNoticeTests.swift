import CivilTime
import Contracts
import RPC
import Testing
import Tracker

/// The notices in the response to a log.
@Suite struct LogNoticeTests {
    private let monday = TemporaryTracker.monday

    @Test func `a log on the day of a pause says that the activity is paused`() async throws {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Gym")
        _ = try await tracker.client.call(Activities.pause, Activities.ActivityRequest(name: "Gym"))

        let logged = try await tracker.log("Gym")

        #expect(logged.paused == true)
        #expect(logged.notDue == nil)
    }

    @Test func `a log on a day without an occurrence says that it was not due`() async throws {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Gym") { $0.schedule = .weekly([2]) }

        let logged = try await tracker.log("Gym")
        let onItsDay = try await tracker.log("Gym", on: monday.advanced(by: 1))

        #expect(logged.notDue == true)
        #expect(onItsDay.notDue == nil)
        #expect(onItsDay.paused == nil)
    }

    @Test func `the response to a log has the value that it replaced`() async throws {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Coffee") { ($0.type, $0.unit) = (.value, "cups") }

        let first = try await tracker.log("Coffee", 2)
        let second = try await tracker.log("Coffee", 1)

        #expect(first.replaced == nil)
        #expect(second.replaced?.value == 2)
        #expect(second.replaced?.id == first.entry.id)
    }

    @Test func `a repeated tick and an added amount replace nothing`()
        async throws
    {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Floss")
        try await tracker.add("Water") { ($0.type, $0.unit) = (.cumulative, "ml") }

        for _ in 0..<2 {
            #expect(try await tracker.log("Floss").replaced == nil)
            #expect(try await tracker.log("Water", 250).replaced == nil)
        }
    }
}
