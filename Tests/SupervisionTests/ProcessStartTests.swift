import Processes
import Testing

@testable import Supervision

struct ProcessStartTests {
    var processes: SimulatedProcesses

    init() throws {
        processes = try .standard()
    }

    @Test
    mutating func `a process starts once its dependencies are ready`() {
        processes.handle(.start(group: nil))
        #expect(processes.removeJournal() == ["spawn broker"])
        #expect(processes.state("aggregation-1") == .starting)

        processes.ready("broker")
        #expect(processes.removeJournal() == ["spawn storage"])
        processes.advance(.seconds(9))
        #expect(processes.removeJournal() == [])
        processes.ready("storage")

        #expect(processes.removeJournal() == ["spawn aggregation-1", "spawn aggregation-2"])
        #expect(!processes.table.isReady)
        processes.ready("aggregation-2")
        processes.ready("aggregation-1")
        #expect(processes.table.isReady)
        #expect(processes.table.nextDeadline == nil)
    }

    @Test
    mutating func `a report of preparing extends the start limit`() {
        processes.handle(.start(group: nil))
        processes.advance(.seconds(29))
        processes.preparing("broker", "upgrades the database")
        processes.advance(.seconds(29))
        #expect(processes.state("broker") == .starting)
        #expect(processes.removeJournal() == ["spawn broker"])

        processes.advance(.seconds(2))

        #expect(processes.removeJournal() == ["kill broker"])
    }

    @Test
    mutating func `a process that is not ready in time is killed, which counts as a crash`() {
        processes.handle(.start(group: nil))
        _ = processes.removeJournal()

        processes.advance(.milliseconds(29_999))
        #expect(processes.removeJournal() == [])
        processes.advance(.milliseconds(1))
        #expect(processes.removeJournal() == ["kill broker"])
        processes.crash("broker")

        #expect(processes.removeJournal() == ["spawn broker"])
        #expect(processes.slot("broker")?.restarts == 1)
    }

    @Test
    mutating func `a program that cannot be started counts as a crash`() {
        processes.handle(.start(group: nil))

        for run in 1...5 {
            processes.handle(
                .ended(.init(slot: "broker", run: run), .explained("there is no such file")))
            processes.advanceToNextDeadline()
        }

        #expect(processes.table.failures.map(\.reason) == ["there is no such file"])
    }

    @Test
    mutating func `events of an earlier run are ignored`() {
        processes.startAll()
        let earlier = ProcessTable.Instance(slot: "storage", run: 1)
        processes.crash("storage")

        processes.handle(.ready(earlier))
        #expect(processes.state("storage") == .starting)
        processes.handle(.ended(earlier, .ended(.exited(0))))

        #expect(processes.state("storage") == .starting)
        #expect(processes.slot("storage")?.restarts == 1)
    }
}
