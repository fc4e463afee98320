import Processes
import Testing

@testable import Supervision

struct ProcessDeathTests {
    var world: TableWorld

    init() throws {
        world = try .standard()
    }

    @Test
    mutating func `the first crash restarts at once, later ones after a delay`() {
        world.startAll()

        let waits = (1...4).map { _ in world.crashAndRestart("storage") }

        #expect(waits == [.zero, .milliseconds(50), .milliseconds(100), .milliseconds(200)])
        #expect(world.slot("storage")?.restarts == 4)
    }

    @Test
    mutating func `a crash leaves dependents running`() {
        world.startAll()

        world.crash("storage")

        #expect(world.removeJournal() == ["spawn storage"])
        #expect(world.state("aggregation-1") == .ready)
        #expect(!world.table.isReady)
    }

    @Test
    mutating func `a process fails at its fifth crash in a minute, and the others keep running`() {
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
    mutating func `crashes further apart than the window do not fail a process`() {
        world.startAll()

        for _ in 1...20 {
            _ = world.crashAndRestart("storage")
            world.advance(.seconds(15))
        }

        #expect(world.state("storage") == .ready)
        #expect(world.slot("storage")?.restarts == 20)
    }

    /// After two crashes: the seconds of being ready before the third, and the delay after it.
    @Test(arguments: [(29, Duration.milliseconds(100)), (30, .zero)])
    mutating func `thirty seconds of readiness clear the crash history`(
        seconds: Int, wait: Duration
    ) {
        world.startAll()
        world.advance(.seconds(100))
        for _ in 1...2 { _ = world.crashAndRestart("storage") }

        world.advance(.seconds(seconds))

        #expect(world.crashAndRestart("storage") == wait)
    }

    @Test
    mutating func `a hung process is aborted, then killed, which counts as a crash`() {
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
