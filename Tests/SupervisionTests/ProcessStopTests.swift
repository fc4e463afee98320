import Processes
import Testing

@testable import Supervision

struct ProcessStopTests {
    var world: TableWorld

    init() throws {
        world = try .house()
    }

    @Test
    mutating func `an operator's stop is no death`() {
        world.up()

        world.tell(.stop(group: "storage"))
        #expect(world.asked() == ["drain storage"])
        #expect(world.state("storage") == .draining)
        world.end("storage")

        #expect(world.state("storage") == .stopped)
        #expect(world.slot("storage")?.restarts == 0)
        world.pass(.seconds(100))
        #expect(world.asked() == [])
        world.tell(.start(group: "storage"))
        #expect(world.asked() == ["spawn storage"])
    }

    @Test
    mutating func `what does not drain is told to end, and then killed`() {
        world.up()

        world.tell(.stop(group: "storage"))
        world.pass(.milliseconds(9_999))
        #expect(world.asked() == ["drain storage"])
        world.pass(.milliseconds(1))
        #expect(world.asked() == ["terminate storage"])
        world.pass(.milliseconds(4_999))
        #expect(world.asked() == [])
        world.pass(.milliseconds(1))
        #expect(world.asked() == ["kill storage"])
        world.die("storage")

        #expect(world.state("storage") == .stopped)
        #expect(world.table.nextMoment == nil)
    }

    @Test
    mutating func `a process stopped while it waits to be started again stays stopped`() {
        world.up()
        _ = world.dieAndComeBack("storage")
        world.die("storage")
        #expect(world.state("storage") == .backoff)
        _ = world.asked()

        world.tell(.stop(group: "storage"))
        world.pass(.seconds(100))

        #expect(world.state("storage") == .stopped)
        #expect(world.asked() == [])
    }

    @Test
    mutating func `a process that is on its way out is not taken for one that hangs`() {
        world.up()
        world.tell(.stop(group: "storage"))
        _ = world.asked()

        world.hang("storage")

        #expect(world.asked() == [])
        #expect(world.state("storage") == .draining)
    }

    @Test
    mutating func `stopping everything goes against the order of starting`() {
        world.up()

        world.tell(.stop(group: nil))
        #expect(Set(world.asked()) == ["drain aggregation-1", "drain aggregation-2"])
        world.end("aggregation-1")
        #expect(world.asked() == [])
        world.end("aggregation-2")
        #expect(world.asked() == ["drain storage"])
        world.end("storage")
        #expect(world.asked() == ["drain broker"])
        #expect(!world.table.isStopped)
        world.end("broker")

        #expect(world.table.isStopped)
        #expect(world.table.slots.allSatisfy { $0.phase.state == .stopped })
    }

    @Test
    mutating func `stopping everything ends also while it starts, or has failed`() {
        world.tell(.start(group: nil))
        world.ready("broker")
        _ = world.asked()

        world.tell(.stop(group: nil))
        #expect(world.asked() == ["drain storage"])
        world.end("storage")
        world.end("broker")

        #expect(world.asked() == ["drain broker"])
        #expect(world.table.isStopped)
    }
}
