import Processes
import Testing

@testable import Supervision

struct ProcessGroupTests {
    var world: TableWorld

    init() throws {
        world = try .house()
    }

    @Test
    mutating func `restarting everything stops it all first`() {
        world.up()

        world.tell(.restart(group: nil))
        world.end("aggregation-1")
        world.end("aggregation-2")
        world.end("storage")
        #expect(world.asked().allSatisfy { $0.hasPrefix("drain") })
        world.end("broker")

        #expect(world.asked() == ["spawn broker"])
        #expect(world.table.slots.allSatisfy { $0.restarts == 0 && $0.goal == .run })
    }

    @Test
    mutating func `a group restarts one process after the other`() {
        world.up()

        world.tell(.restart(group: "aggregation"))
        let first = world.asked()
        #expect(first.count == 1)
        world.end("aggregation-2")
        #expect(world.asked() == ["spawn aggregation-2"])
        world.ready("aggregation-2")
        #expect(first + world.asked() == ["drain aggregation-2", "drain aggregation-1"])
        world.end("aggregation-1")
        world.ready("aggregation-1")

        #expect(world.table.isReady)
    }

    @Test
    mutating func `restarting brings back what had failed, with a clean record`() {
        world.up()
        for _ in 1...5 {
            world.die("storage")
            world.passToNextMoment()
        }
        #expect(world.state("storage") == .failed)
        _ = world.asked()

        world.tell(.restart(group: "storage"))
        #expect(world.asked() == ["spawn storage"])
        world.die("storage")

        #expect(world.asked() == ["spawn storage"], "at once, as after a first death")
    }

    @Test
    mutating func `more processes are started, and the last ones go first`() {
        world.up()

        world.tell(.scale(group: "aggregation", count: 4))
        #expect(world.asked() == ["spawn aggregation-3", "spawn aggregation-4"])
        world.tell(.scale(group: "aggregation", count: 1))
        let drained = Set(world.asked())
        #expect(drained == ["drain aggregation-2", "drain aggregation-3", "drain aggregation-4"])
        for slot in ["aggregation-2", "aggregation-3", "aggregation-4"] { world.end(slot) }

        #expect(world.table.slots.map(\.name) == ["broker", "storage", "aggregation-1"])
        #expect(world.table.isReady)
    }

    @Test
    mutating func `a process that was to go and is wanted again comes back`() {
        world.up()
        world.tell(.scale(group: "aggregation", count: 1))
        world.tell(.scale(group: "aggregation", count: 2))
        _ = world.asked()

        world.end("aggregation-2")

        #expect(world.asked() == ["spawn aggregation-2"])
    }

    @Test
    mutating func `stopping everything takes back a restart of everything`() {
        world.up()
        world.tell(.restart(group: nil))

        world.tell(.stop(group: nil))
        for slot in ["aggregation-1", "aggregation-2", "storage", "broker"] { world.end(slot) }

        #expect(world.asked().allSatisfy { $0.hasPrefix("drain") })
        #expect(world.table.isStopped)
    }

    @Test
    mutating func `a process that was to go goes, also when everything stops`() {
        world.up()
        world.tell(.scale(group: "aggregation", count: 1))

        world.tell(.stop(group: nil))
        world.end("aggregation-2")

        #expect(world.table.slots.map(\.name) == ["broker", "storage", "aggregation-1"])
    }

    @Test
    mutating func `a process that waits to come back waits on when it is started`() {
        world.up()
        _ = world.dieAndComeBack("storage")
        world.die("storage")
        _ = world.asked()

        world.tell(.start(group: "storage"))

        #expect(world.state("storage") == .backoff)
        #expect(world.asked() == [])
        world.passToNextMoment()
        #expect(world.asked() == ["spawn storage"])
    }
}
