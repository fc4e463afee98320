import Contracts
import Testing

@testable import Presentation

@Suite struct StatusTextTests {
    @Test func `the problem of a worker on another machine is shown with its host`() {
        var worker = Control.RemoteWorker(
            name: "aggregation-1", host: "192.168.1.30", pid: 7, state: .ready, inFlight: 0,
            served: 2)
        var status = Control.StatusResponse(
            workers: [], remoteWorkers: [worker],
            supervisor: Control.Supervisor(
                pid: 1, uptimeSeconds: 1, residentBytes: 0, problems: []),
            containment: ContainmentReport(
                landlock: 0, seccomp: false, noNewPrivileges: false, limits: false,
                reapsDescendants: false))

        #expect(!status.text(PlainText()).contains("aggregation-1 on 192.168.1.30"))
        worker.problem = "Its clock is wrong."
        status.remoteWorkers = [worker]

        let text = status.text(PlainText())
        #expect(text.contains("aggregation-1 on 192.168.1.30: Its clock is wrong."))
    }
}
