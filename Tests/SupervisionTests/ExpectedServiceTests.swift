import Processes
import Testing

@testable import Supervision

struct ExpectedServiceTests {
    var processes: SimulatedProcesses

    init() throws {
        processes = try .standard()
    }

    @Test
    mutating func `services of running and restarting workers are expected`() {
        let all: Set = ["dayline.broker.Test", "dayline.storage.Test", "dayline.aggregation.Test"]
        #expect(processes.table.expectedServices == [])

        processes.startAll()
        #expect(processes.table.expectedServices == all)
        processes.crash("storage")
        #expect(processes.table.expectedServices == all)
        processes.handle(.stop(group: "aggregation"))

        #expect(processes.table.expectedServices == all.subtracting(["dayline.aggregation.Test"]))
    }

    @Test
    mutating func `a service that is not expected has a reason`() {
        processes.startAll()
        #expect(processes.table.absences == [:])

        processes.handle(.stop(group: "aggregation"))
        for _ in 1...5 {
            processes.crash("storage")
            processes.advanceToNextDeadline()
        }

        #expect(
            processes.table.absences == [
                "dayline.aggregation.Test": "aggregation was stopped.",
                "dayline.storage.Test": "storage has failed: ended with signal 9",
            ])
    }

    @Test
    mutating func `a service whose dependency failed is not expected, with the reason`() {
        processes.handle(.start(group: nil))
        processes.ready("broker")
        for _ in 1...5 {
            processes.crash("storage")
            processes.advanceToNextDeadline()
        }

        #expect(processes.table.expectedServices == ["dayline.broker.Test"])
        #expect(
            processes.table.absences["dayline.aggregation.Test"]
                == "aggregation needs storage, which has failed: ended with signal 9")
        processes.handle(.start(group: "storage"))
        #expect(processes.table.absences == [:])
    }
}
