import Processes
import Testing

@testable import Supervision

struct ProcessStartTests {
    var world: TableWorld

    init() throws {
        world = try .house()
    }

    @Test
    mutating func `a process starts when what it depends on is ready, and not before`() {
        world.tell(.start(group: nil))
        #expect(world.asked() == ["spawn broker"])
        #expect(world.state("aggregation-1") == .starting)

        world.ready("broker")
        #expect(world.asked() == ["spawn storage"])
        world.pass(.seconds(9))
        #expect(world.asked() == [])
        world.ready("storage")

        #expect(world.asked() == ["spawn aggregation-1", "spawn aggregation-2"])
        #expect(!world.table.isReady)
        world.ready("aggregation-2")
        world.ready("aggregation-1")
        #expect(world.table.isReady)
        #expect(world.table.nextMoment == nil)
    }

    @Test
    mutating func `a process that prepares something is waited for, as long as it says so`() {
        world.tell(.start(group: nil))
        world.pass(.seconds(9))
        world.preparing("broker", "sorts its papers")
        world.pass(.seconds(9))
        #expect(world.state("broker") == .starting)
        #expect(world.asked() == ["spawn broker"])

        world.pass(.seconds(2))

        #expect(world.asked() == ["kill broker"])
    }

    @Test
    mutating func `a process that does not say ready in time is killed, and that is a death`() {
        world.tell(.start(group: nil))
        _ = world.asked()

        world.pass(.milliseconds(9_999))
        #expect(world.asked() == [])
        world.pass(.milliseconds(1))
        #expect(world.asked() == ["kill broker"])
        world.die("broker")

        #expect(world.asked() == ["spawn broker"])
        #expect(world.slot("broker")?.restarts == 1)
    }

    @Test
    mutating func `a program that cannot be started is a death like another`() {
        world.tell(.start(group: nil))

        for run in 1...5 {
            world.tell(
                .ended(.init(slot: "broker", run: run), .explained("there is no such file")))
            world.passToNextMoment()
        }

        #expect(world.table.failures.map(\.reason) == ["there is no such file"])
    }

    @Test
    mutating func `news of an earlier run changes nothing`() {
        world.up()
        let earlier = ProcessTable.Instance(slot: "storage", run: 1)
        world.die("storage")

        world.tell(.ready(earlier))
        #expect(world.state("storage") == .starting)
        world.tell(.ended(earlier, .ended(.exited(0))))

        #expect(world.state("storage") == .starting)
        #expect(world.slot("storage")?.restarts == 1)
    }
}
