import Processes
import Testing

@testable import Supervision

struct ProcessStopTests {
    var processes: SimulatedProcesses

    init() throws {
        processes = try .standard()
    }

    @Test
    mutating func `a requested stop does not count as a crash`() {
        processes.startAll()

        processes.handle(.stop(group: "storage"))
        #expect(processes.removeJournal() == ["drain storage"])
        #expect(processes.state("storage") == .draining)
        processes.end("storage")

        #expect(processes.state("storage") == .stopped)
        #expect(processes.slot("storage")?.restarts == 0)
        processes.advance(.seconds(100))
        #expect(processes.removeJournal() == [])
        processes.handle(.start(group: "storage"))
        #expect(processes.removeJournal() == ["spawn storage"])
    }

    @Test
    mutating func `a process that does not drain is terminated, then killed`() {
        processes.startAll()

        processes.handle(.stop(group: "storage"))
        processes.advance(.milliseconds(9_999))
        #expect(processes.removeJournal() == ["drain storage"])
        processes.advance(.milliseconds(1))
        #expect(processes.removeJournal() == ["terminate storage"])
        processes.advance(.milliseconds(4_999))
        #expect(processes.removeJournal() == [])
        processes.advance(.milliseconds(1))
        #expect(processes.removeJournal() == ["kill storage"])
        processes.crash("storage")

        #expect(processes.state("storage") == .stopped)
        #expect(processes.table.nextDeadline == nil)
    }

    @Test
    mutating func `a process that is not ready has less time to drain`() {
        processes.handle(.start(group: nil))
        processes.ready("broker")
        _ = processes.removeJournal()

        processes.handle(.stop(group: "storage"))
        processes.advance(.milliseconds(1_999))
        #expect(processes.removeJournal() == ["drain storage"])
        processes.advance(.milliseconds(1))

        #expect(processes.removeJournal() == ["terminate storage"])
    }

    @Test
    mutating func `a process stopped during backoff stays stopped`() {
        processes.startAll()
        _ = processes.crashAndRestart("storage")
        processes.crash("storage")
        #expect(processes.state("storage") == .backoff)
        _ = processes.removeJournal()

        processes.handle(.stop(group: "storage"))
        processes.advance(.seconds(100))

        #expect(processes.state("storage") == .stopped)
        #expect(processes.removeJournal() == [])
    }

    @Test
    mutating func `a draining process is not treated as hung`() {
        processes.startAll()
        processes.handle(.stop(group: "storage"))
        _ = processes.removeJournal()

        processes.hang("storage")

        #expect(processes.removeJournal() == [])
        #expect(processes.state("storage") == .draining)
    }

    @Test
    mutating func `everything stops in reverse start order`() {
        processes.startAll()

        processes.handle(.stop(group: nil))
        #expect(Set(processes.removeJournal()) == ["drain aggregation-1", "drain aggregation-2"])
        processes.end("aggregation-1")
        #expect(processes.removeJournal() == [])
        processes.end("aggregation-2")
        #expect(processes.removeJournal() == ["drain storage"])
        processes.end("storage")
        #expect(processes.removeJournal() == ["drain broker"])
        #expect(!processes.table.isStopped)
        processes.end("broker")

        #expect(processes.table.isStopped)
        #expect(processes.table.slots.allSatisfy { $0.phase.state == .stopped })
    }

    @Test
    mutating func `everything can be stopped while it starts`() {
        processes.handle(.start(group: nil))
        processes.ready("broker")
        _ = processes.removeJournal()

        processes.handle(.stop(group: nil))
        #expect(processes.removeJournal() == ["drain storage"])
        processes.end("storage")
        processes.end("broker")

        #expect(processes.removeJournal() == ["drain broker"])
        #expect(processes.table.isStopped)
    }
}
