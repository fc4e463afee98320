import Processes
import Testing

@testable import Supervision

struct ProcessStartTests {
    var world: TableWorld

    init() throws {
        world = try .standard()
    }

    @Test
    mutating func `a process starts when what it depends on is ready, and not before`() {
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
    mutating func `a process that prepares something is waited for, as long as it says so`() {
        world.handle(.start(group: nil))
        world.advance(.seconds(9))
        world.preparing("broker", "sorts its papers")
        world.advance(.seconds(9))
        #expect(world.state("broker") == .starting)
        #expect(world.removeJournal() == ["spawn broker"])

        world.advance(.seconds(2))

        #expect(world.removeJournal() == ["kill broker"])
    }

    @Test
    mutating func `a process that does not say ready in time is killed, and that is a death`() {
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
    mutating func `a program that cannot be started is a death like another`() {
        world.handle(.start(group: nil))

        for run in 1...5 {
            world.handle(
                .ended(.init(slot: "broker", run: run), .explained("there is no such file")))
            world.advanceToNextDeadline()
        }

        #expect(world.table.failures.map(\.reason) == ["there is no such file"])
    }

    @Test
    mutating func `news of an earlier run changes nothing`() {
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
