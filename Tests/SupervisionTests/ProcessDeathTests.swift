import Processes
import Testing

@testable import Supervision

struct ProcessDeathTests {
    var world: TableWorld

    init() throws {
        world = try .standard()
    }

    @Test
    mutating func `the first death is answered at once, those that follow ever later`() {
        world.startAll()

        let waits = (1...4).map { _ in world.crashAndRestart("storage") }

        #expect(waits == [.zero, .milliseconds(50), .milliseconds(100), .milliseconds(200)])
        #expect(world.slot("storage")?.restarts == 4)
    }

    @Test
    mutating func `a death leaves those that depend on it running`() {
        world.startAll()

        world.crash("storage")

        #expect(world.removeJournal() == ["spawn storage"])
        #expect(world.state("aggregation-1") == .ready)
        #expect(!world.table.isReady)
    }

    @Test
    mutating func `a process is given up at its fifth death in a minute, and the rest goes on`() {
        world.startAll()

        for _ in 1...4 {
            world.crash("aggregation-1")
            world.advanceToNextDeadline()
        }
        #expect(world.state("aggregation-1") == .starting)
        world.crash("aggregation-1")

        #expect(world.state("aggregation-1") == .failed)
        #expect(world.table.failures.map(\.slot) == ["aggregation-1"])
        #expect(world.table.failures.map(\.reason) == ["ended with signal 9"])
        #expect(world.table.nextDeadline == nil)
        #expect(world.state("aggregation-2") == .ready)
    }

    @Test
    mutating func `deaths further apart than the period are no reason to give up`() {
        world.startAll()

        for _ in 1...20 {
            _ = world.crashAndRestart("storage")
            world.advance(.seconds(15))
        }

        #expect(world.state("storage") == .ready)
        #expect(world.slot("storage")?.restarts == 20)
    }

    /// After two deaths: the seconds of health before the third, and the wait that follows it.
    @Test(arguments: [(29, Duration.milliseconds(100)), (30, .zero)])
    mutating func `thirty seconds of health clear the record`(seconds: Int, wait: Duration) {
        world.startAll()
        world.advance(.seconds(100))
        for _ in 1...2 { _ = world.crashAndRestart("storage") }

        world.advance(.seconds(seconds))

        #expect(world.crashAndRestart("storage") == wait)
    }

    @Test
    mutating func `a process that hangs is aborted, then killed, and that is a death`() {
        world.startAll()

        world.hang("storage")
        #expect(world.removeJournal() == ["abort storage"])
        world.hang("storage")
        world.advance(.milliseconds(1200))
        #expect(world.removeJournal() == ["kill storage"])
        world.crash("storage")

        #expect(world.removeJournal() == ["spawn storage"])
        #expect(world.slot("storage")?.restarts == 1)
    }
}
