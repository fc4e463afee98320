import Contracts
import Presentation
import Testing

@Suite struct SystemRatesTests {
    private func status(_ workers: [Control.Worker]) -> Control.StatusResponse {
        Control.StatusResponse(
            workers: workers,
            supervisor: Control.Supervisor(
                pid: 1, uptimeSeconds: 1, residentBytes: 0, problems: []),
            containment: ContainmentReport(
                landlock: 0, seccomp: false, noNewPrivileges: false, limits: false,
                reapsDescendants: false))
    }

    private func worker(_ pid: Int32, served: Int, cpu: Double?) -> Control.Worker {
        Control.Worker(
            name: "storage", pid: pid, state: .ready, restarts: 0, cpuSeconds: cpu, served: served)
    }

    @Test func `rates are the increases per second`() {
        let rates = SystemRates(
            status([worker(7, served: 10, cpu: 1)]), status([worker(7, served: 30, cpu: 1.5)]),
            elapsed: .seconds(2)
        ).processes

        #expect(rates.map(\.callsPerSecond) == [10])
        #expect(rates.map(\.processorShare) == [0.25])
    }

    @Test func `a process that was restarted has no rates yet`() {
        let rates = SystemRates(
            status([worker(7, served: 10, cpu: 1)]), status([worker(8, served: 1, cpu: nil)]),
            elapsed: .seconds(2)
        ).processes

        #expect(rates.map(\.callsPerSecond) == [nil])
        #expect(rates.map(\.processorShare) == [nil])
    }
}
