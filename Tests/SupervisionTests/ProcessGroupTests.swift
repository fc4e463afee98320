import Processes
import Testing

@testable import Supervision

struct ProcessGroupTests {
    var world: TableWorld

    init() throws {
        world = try .standard()
    }

    @Test
    mutating func `restarting everything stops all processes first`() {
        world.startAll()

        world.handle(.restart(group: nil))
        world.end("aggregation-1")
        world.end("aggregation-2")
        world.end("storage")
        #expect(world.removeJournal().allSatisfy { $0.hasPrefix("drain") })
        world.end("broker")

        #expect(world.removeJournal() == ["spawn broker"])
        #expect(world.table.slots.allSatisfy { $0.restarts == 0 && $0.desiredState == .run })
    }

    @Test
    mutating func `a group restarts one process after the other`() {
        world.startAll()

        world.handle(.restart(group: "aggregation"))
        let first = world.removeJournal()
        #expect(first.count == 1)
        world.end("aggregation-2")
        #expect(world.removeJournal() == ["spawn aggregation-2"])
        world.ready("aggregation-2")
        #expect(first + world.removeJournal() == ["drain aggregation-2", "drain aggregation-1"])
        world.end("aggregation-1")
        world.ready("aggregation-1")

        #expect(world.table.isReady)
    }

    @Test
    mutating func `a restart starts a failed process with a clear crash history`() {
        world.startAll()
        for _ in 1...5 {
            world.crash("storage")
            world.advanceToNextDeadline()
        }
        #expect(world.state("storage") == .failed)
        _ = world.removeJournal()

        world.handle(.restart(group: "storage"))
        #expect(world.removeJournal() == ["spawn storage"])
        world.crash("storage")

        #expect(
            world.removeJournal() == ["spawn storage"], "without a delay, as after a first crash")
    }

    @Test
    mutating func `scaling starts more processes or ends the last ones`() {
        world.startAll()

        world.handle(.scale(group: "aggregation", count: 4))
        #expect(world.removeJournal() == ["spawn aggregation-3", "spawn aggregation-4"])
        world.handle(.scale(group: "aggregation", count: 1))
        let drained = Set(world.removeJournal())
        #expect(drained == ["drain aggregation-2", "drain aggregation-3", "drain aggregation-4"])
        for slot in ["aggregation-2", "aggregation-3", "aggregation-4"] { world.end(slot) }

        #expect(world.table.slots.map(\.name) == ["broker", "storage", "aggregation-1"])
        #expect(world.table.isReady)
    }

    @Test
    mutating func `a process to be removed restarts if it is wanted again`() {
        world.startAll()
        world.handle(.scale(group: "aggregation", count: 1))
        world.handle(.scale(group: "aggregation", count: 2))
        _ = world.removeJournal()

        world.end("aggregation-2")

        #expect(world.removeJournal() == ["spawn aggregation-2"])
    }

    @Test
    mutating func `stopping everything cancels a restart of everything`() {
        world.startAll()
        world.handle(.restart(group: nil))

        world.handle(.stop(group: nil))
        for slot in ["aggregation-1", "aggregation-2", "storage", "broker"] { world.end(slot) }

        #expect(world.removeJournal().allSatisfy { $0.hasPrefix("drain") })
        #expect(world.table.isStopped)
    }

    @Test
    mutating func `a process that was to be removed is removed when everything stops`() {
        world.startAll()
        world.handle(.scale(group: "aggregation", count: 1))

        world.handle(.stop(group: nil))
        world.end("aggregation-2")

        #expect(world.table.slots.map(\.name) == ["broker", "storage", "aggregation-1"])
    }

    @Test
    mutating func `starting a process in backoff does not shorten the delay`() {
        world.startAll()
        _ = world.crashAndRestart("storage")
        world.crash("storage")
        _ = world.removeJournal()

        world.handle(.start(group: "storage"))

        #expect(world.state("storage") == .backoff)
        #expect(world.removeJournal() == [])
        world.advanceToNextDeadline()
        #expect(world.removeJournal() == ["spawn storage"])
    }
}
