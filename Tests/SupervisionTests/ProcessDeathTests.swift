import Processes
import Testing

@testable import Supervision

struct ProcessDeathTests {
    var processes: SimulatedProcesses

    init() throws {
        processes = try .standard()
    }

    @Test
    mutating func `the first crash restarts at once, later ones after a delay`() {
        processes.startAll()

        let waits = (1...4).map { _ in processes.crashAndRestart("storage") }

        #expect(waits == [.zero, .milliseconds(50), .milliseconds(100), .milliseconds(200)])
        #expect(processes.slot("storage")?.restarts == 4)
    }

    @Test
    mutating func `a crash leaves dependents running`() {
        processes.startAll()

        processes.crash("storage")

        #expect(processes.removeJournal() == ["spawn storage"])
        #expect(processes.state("aggregation-1") == .ready)
        #expect(!processes.table.isReady)
    }

    @Test
    mutating func `a process fails at its fifth crash in a minute, and the others keep running`() {
        processes.startAll()

        for _ in 1...4 {
            processes.crash("aggregation-1")
            processes.advanceToNextDeadline()
        }
        #expect(processes.state("aggregation-1") == .starting)
        processes.crash("aggregation-1")

        #expect(processes.state("aggregation-1") == .failed)
        #expect(processes.table.failures.map(\.slot) == ["aggregation-1"])
        #expect(processes.table.failures.map(\.reason) == ["ended with signal 9"])
        #expect(processes.table.nextDeadline == nil)
        #expect(processes.state("aggregation-2") == .ready)
    }

    @Test
    mutating func `crashes further apart than the window do not fail a process`() {
        processes.startAll()

        for _ in 1...20 {
            _ = processes.crashAndRestart("storage")
            processes.advance(.seconds(15))
        }

        #expect(processes.state("storage") == .ready)
        #expect(processes.slot("storage")?.restarts == 20)
    }

    /// After two crashes: the seconds of being ready before the third, and the delay after it.
    @Test(arguments: [(29, Duration.milliseconds(100)), (30, .zero)])
    mutating func `thirty seconds of readiness clear the crash history`(
        seconds: Int, wait: Duration
    ) {
        processes.startAll()
        processes.advance(.seconds(100))
        for _ in 1...2 { _ = processes.crashAndRestart("storage") }

        processes.advance(.seconds(seconds))

        #expect(processes.crashAndRestart("storage") == wait)
    }

    @Test
    mutating func `a hung process is aborted, then killed, which counts as a crash`() {
        processes.startAll()

        processes.hang("storage")
        #expect(processes.removeJournal() == ["abort storage"])
        processes.hang("storage")
        processes.advance(.milliseconds(1200))
        #expect(processes.removeJournal() == ["kill storage"])
        processes.crash("storage")

        #expect(processes.removeJournal() == ["spawn storage"])
        #expect(processes.slot("storage")?.restarts == 1)
    }
}
