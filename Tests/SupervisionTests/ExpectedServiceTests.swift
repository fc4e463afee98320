import Processes
import Testing

@testable import Supervision

struct ExpectedServiceTests {
    var world: TableWorld

    init() throws {
        world = try .standard()
    }

    @Test
    mutating func `services of running and restarting workers are expected`() {
        let all: Set = ["dayline.broker.Test", "dayline.storage.Test", "dayline.aggregation.Test"]
        #expect(world.table.expectedServices == [])

        world.startAll()
        #expect(world.table.expectedServices == all)
        world.crash("storage")
        #expect(world.table.expectedServices == all)
        world.handle(.stop(group: "aggregation"))

        #expect(world.table.expectedServices == all.subtracting(["dayline.aggregation.Test"]))
    }

    @Test
    mutating func `a service that is not expected has a reason`() {
        world.startAll()
        #expect(world.table.absences == [:])

        world.handle(.stop(group: "aggregation"))
        for _ in 1...5 {
            world.crash("storage")
            world.advanceToNextDeadline()
        }

        #expect(
            world.table.absences == [
                "dayline.aggregation.Test": "aggregation was stopped.",
                "dayline.storage.Test": "storage has failed: ended with signal 9",
            ])
    }

    @Test
    mutating func `a service whose dependency failed is not expected, with the reason`() {
        world.handle(.start(group: nil))
        world.ready("broker")
        for _ in 1...5 {
            world.crash("storage")
            world.advanceToNextDeadline()
        }

        #expect(world.table.expectedServices == ["dayline.broker.Test"])
        #expect(
            world.table.absences["dayline.aggregation.Test"]
                == "aggregation needs storage, which has failed: ended with signal 9")
        world.handle(.start(group: "storage"))
        #expect(world.table.absences == [:])
    }
}
