import Processes
import Testing

@testable import Supervision

struct ProcessStartTests {
    var world: TableWorld

    init() throws {
        world = try .standard()
    }

    @Test
    mutating func `a process starts once its dependencies are ready`() {
        world.handle(.start(group: nil))
        #expect(world.removeJournal() == ["spawn broker"])
        #expect(world.state("aggregation-1") == .starting)

        world.ready("broker")
        #expect(world.removeJournal() == ["spawn storage"])
        world.advance(.seconds(9))
        #expect(world.removeJournal() == [])
        world.ready("storage")

        #expect(world.removeJournal() == ["spawn aggregation-1", "spawn aggregation-2"])
        #expect(!world.table.isReady)
        world.ready("aggregation-2")
        world.ready("aggregation-1")
        #expect(world.table.isReady)
        #expect(world.table.nextDeadline == nil)
    }

    @Test
    mutating func `a report of preparing extends the start limit`() {
        world.handle(.start(group: nil))
        world.advance(.seconds(9))
        world.preparing("broker", "upgrades the database")
        world.advance(.seconds(9))
        #expect(world.state("broker") == .starting)
        #expect(world.removeJournal() == ["spawn broker"])

        world.advance(.seconds(2))

        #expect(world.removeJournal() == ["kill broker"])
    }

    @Test
    mutating func `a process that is not ready in time is killed, which counts as a crash`() {
        world.handle(.start(group: nil))
        _ = world.removeJournal()

        world.advance(.milliseconds(9_999))
        #expect(world.removeJournal() == [])
        world.advance(.milliseconds(1))
        #expect(world.removeJournal() == ["kill broker"])
        world.crash("broker")

        #expect(world.removeJournal() == ["spawn broker"])
        #expect(world.slot("broker")?.restarts == 1)
    }

    @Test
    mutating func `a program that cannot be started counts as a crash`() {
        world.handle(.start(group: nil))

        for run in 1...5 {
            world.handle(
                .ended(.init(slot: "broker", run: run), .explained("there is no such file")))
            world.advanceToNextDeadline()
        }

        #expect(world.table.failures.map(\.reason) == ["there is no such file"])
    }

    @Test
    mutating func `events of an earlier run are ignored`() {
        world.startAll()
        let earlier = ProcessTable.Instance(slot: "storage", run: 1)
        world.crash("storage")

        world.handle(.ready(earlier))
        #expect(world.state("storage") == .starting)
        world.handle(.ended(earlier, .ended(.exited(0))))

        #expect(world.state("storage") == .starting)
        #expect(world.slot("storage")?.restarts == 1)
    }
}
