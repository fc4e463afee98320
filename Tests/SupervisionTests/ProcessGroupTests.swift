import Processes
import Testing

@testable import Supervision

struct ProcessGroupTests {
    var processes: SimulatedProcesses

    init() throws {
        processes = try .standard()
    }

    @Test
    mutating func `restarting everything stops all processes first`() {
        processes.startAll()

        processes.handle(.restart(group: nil))
        processes.end("aggregation-1")
        processes.end("aggregation-2")
        processes.end("storage")
        #expect(processes.removeJournal().allSatisfy { $0.hasPrefix("drain") })
        processes.end("broker")

        #expect(processes.removeJournal() == ["spawn broker"])
        #expect(processes.table.slots.allSatisfy { $0.restarts == 0 && $0.desiredState == .run })
    }

    @Test
    mutating func `a group restarts one process after the other`() {
        processes.startAll()

        processes.handle(.restart(group: "aggregation"))
        let first = processes.removeJournal()
        #expect(first.count == 1)
        processes.end("aggregation-2")
        #expect(processes.removeJournal() == ["spawn aggregation-2"])
        processes.ready("aggregation-2")
        #expect(
            first + processes.removeJournal() == ["drain aggregation-2", "drain aggregation-1"])
        processes.end("aggregation-1")
        processes.ready("aggregation-1")

        #expect(processes.table.isReady)
    }

    @Test
    mutating func `a restart starts a failed process with a clear crash history`() {
        processes.startAll()
        for _ in 1...5 {
            processes.crash("storage")
            processes.advanceToNextDeadline()
        }
        #expect(processes.state("storage") == .failed)
        _ = processes.removeJournal()

        processes.handle(.restart(group: "storage"))
        #expect(processes.removeJournal() == ["spawn storage"])
        processes.crash("storage")

        #expect(
            processes.removeJournal() == ["spawn storage"],
            "without a delay, as after a first crash")
    }

    @Test
    mutating func `scaling starts more processes or ends the last ones`() {
        processes.startAll()

        processes.handle(.scale(group: "aggregation", count: 4))
        #expect(processes.removeJournal() == ["spawn aggregation-3", "spawn aggregation-4"])
        processes.handle(.scale(group: "aggregation", count: 1))
        let drained = Set(processes.removeJournal())
        #expect(drained == ["drain aggregation-2", "drain aggregation-3", "drain aggregation-4"])
        for slot in ["aggregation-2", "aggregation-3", "aggregation-4"] { processes.end(slot) }

        #expect(processes.table.slots.map(\.name) == ["broker", "storage", "aggregation-1"])
        #expect(processes.table.isReady)
    }

    @Test
    mutating func `a process to be removed restarts if it is wanted again`() {
        processes.startAll()
        processes.handle(.scale(group: "aggregation", count: 1))
        processes.handle(.scale(group: "aggregation", count: 2))
        _ = processes.removeJournal()

        processes.end("aggregation-2")

        #expect(processes.removeJournal() == ["spawn aggregation-2"])
    }

    @Test
    mutating func `stopping everything cancels a restart of everything`() {
        processes.startAll()
        processes.handle(.restart(group: nil))

        processes.handle(.stop(group: nil))
        for slot in ["aggregation-1", "aggregation-2", "storage", "broker"] { processes.end(slot) }

        #expect(processes.removeJournal().allSatisfy { $0.hasPrefix("drain") })
        #expect(processes.table.isStopped)
    }

    @Test
    mutating func `a process that was to be removed is removed when everything stops`() {
        processes.startAll()
        processes.handle(.scale(group: "aggregation", count: 1))

        processes.handle(.stop(group: nil))
        processes.end("aggregation-2")

        #expect(processes.table.slots.map(\.name) == ["broker", "storage", "aggregation-1"])
    }

    @Test
    mutating func `starting a process in backoff does not shorten the delay`() {
        processes.startAll()
        _ = processes.crashAndRestart("storage")
        processes.crash("storage")
        _ = processes.removeJournal()

        processes.handle(.start(group: "storage"))

        #expect(processes.state("storage") == .backoff)
        #expect(processes.removeJournal() == [])
        processes.advanceToNextDeadline()
        #expect(processes.removeJournal() == ["spawn storage"])
    }
}
