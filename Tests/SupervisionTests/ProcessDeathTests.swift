import Processes
import Testing

@testable import Supervision

struct ProcessDeathTests {
    var world: TableWorld

    init() throws {
        world = try .house()
    }

    @Test
    mutating func `the first death is answered at once, those that follow ever later`() {
        world.up()

        let waits = (1...4).map { _ in world.dieAndComeBack("storage") }

        #expect(waits == [.zero, .milliseconds(50), .milliseconds(100), .milliseconds(200)])
        #expect(world.slot("storage")?.restarts == 4)
    }

    @Test
    mutating func `a death leaves those that depend on it running`() {
        world.up()

        world.die("storage")

        #expect(world.asked() == ["spawn storage"])
        #expect(world.state("aggregation-1") == .ready)
        #expect(!world.table.isReady)
    }

    @Test
    mutating func `a process is given up at its fifth death in a minute, and the rest goes on`() {
        world.up()

        for _ in 1...4 {
            world.die("aggregation-1")
            world.passToNextMoment()
        }
        #expect(world.state("aggregation-1") == .starting)
        world.die("aggregation-1")

        #expect(world.state("aggregation-1") == .failed)
        #expect(world.table.failures.map(\.slot) == ["aggregation-1"])
        #expect(world.table.failures.map(\.reason) == ["ended with signal 9"])
        #expect(world.table.nextMoment == nil)
        #expect(world.state("aggregation-2") == .ready)
    }

    @Test
    mutating func `deaths further apart than the period are no reason to give up`() {
        world.up()

        for _ in 1...20 {
            _ = world.dieAndComeBack("storage")
            world.pass(.seconds(15))
        }

        #expect(world.state("storage") == .ready)
        #expect(world.slot("storage")?.restarts == 20)
    }

    /// After two deaths: the seconds of health before the third, and the wait that follows it.
    @Test(arguments: [(29, Duration.milliseconds(100)), (30, .zero)])
    mutating func `thirty seconds of health clear the record`(seconds: Int, wait: Duration) {
        world.up()
        world.pass(.seconds(100))
        for _ in 1...2 { _ = world.dieAndComeBack("storage") }

        world.pass(.seconds(seconds))

        #expect(world.dieAndComeBack("storage") == wait)
    }

    @Test
    mutating func `a process that hangs is aborted, then killed, and that is a death`() {
        world.up()

        world.hang("storage")
        #expect(world.asked() == ["abort storage"])
        world.hang("storage")
        world.pass(.milliseconds(1200))
        #expect(world.asked() == ["kill storage"])
        world.die("storage")

        #expect(world.asked() == ["spawn storage"])
        #expect(world.slot("storage")?.restarts == 1)
    }
}
