import Contracts
import Glibc
import HostFiles
import RPC
import Testing

@testable import Supervision

@Suite(.timeLimit(.minutes(1)))
struct ControlServiceTests {
    let house: SmallHouse
    let supervisor: Supervisor
    let client: Client

    init() throws {
        house = try SmallHouse()
        supervisor = try house.supervisor([
            house.plugin("broker"), house.plugin("storage"),
            house.plugin("aggregation", after: ["storage"], count: 2),
        ])
        let service = ControlService(supervisor, problems: ["one was left out"], shutDown: {})
        client = Client(inProcess: service)
    }

    @Test
    func `the status has a row for each process, with every key`() async throws {
        try await supervisor.running { supervisor in
            await supervisor.wait(until: \.isReady)

            let status = try await client.call(Control.status, Empty())

            #expect(
                status.workers.map(\.name)
                    == ["broker", "storage", "aggregation-1", "aggregation-2"])
            #expect(status.workers.allSatisfy { $0.state == .ready && $0.restarts == 0 })
            #expect(status.workers.allSatisfy { ($0.residentBytes ?? 0) > 0 })
            #expect(status.supervisor.pid == getpid())
            #expect(status.supervisor.problems == ["one was left out"])
        }
    }

    @Test
    func `what is not known is null, not missing`() throws {
        let row = Control.Worker(name: "storage", state: .stopped, restarts: 0)

        #expect(
            try JSONBody.encode(row).text
                == #"{"inFlight":0,"name":"storage","p50Micros":null,"p99Micros":null,"pid":null,"#
                + #""residentBytes":null,"restarts":0,"served":0,"state":"stopped","#
                + #""uptimeSeconds":null}"#)
    }

    @Test
    func `stopping one process answers when it has stopped, and starting when it is ready`()
        async throws
    {
        try await supervisor.running { supervisor in
            await supervisor.wait(until: \.isReady)

            let stopped = try await client.call(
                Control.stop, Control.Target(worker: "aggregation-2"))
            #expect(stopped.workers.map(\.state) == [.ready, .ready, .ready, .stopped])
            #expect(stopped.workers.last?.pid == nil)
            let started = try await client.call(
                Control.start, Control.Target(worker: "aggregation"))

            #expect(started.workers.map(\.state) == [.ready, .ready, .ready, .ready])
        }
    }

    @Test
    func `restarting answers when other processes are ready, and counts no death`() async throws {
        try await supervisor.running { supervisor in
            await supervisor.wait(until: \.isReady)
            let before = await supervisor.snapshot().compactMap(\.pid)

            let status = try await client.call(Control.restart, Control.Target())

            #expect(status.workers.allSatisfy { $0.state == .ready && $0.restarts == 0 })
            #expect(Set(before).isDisjoint(with: status.workers.compactMap(\.pid)))
        }
    }

    @Test
    func `another number of processes holds at once and after the next start`() async throws {
        try await supervisor.running { supervisor in
            await supervisor.wait(until: \.isReady)

            let more = try await client.call(
                Control.scale, Control.Scale(worker: "aggregation", count: 4))
            #expect(more.workers.filter { $0.state == .ready }.count == 6)
            let fewer = try await client.call(
                Control.scale, Control.Scale(worker: "aggregation", count: 1))

            #expect(fewer.workers.map(\.name) == ["broker", "storage", "aggregation-1"])
            #expect(try SupervisorSettings.read(house.home).counts == ["aggregation": 1])
        }
    }

    @Test(arguments: [
        ("storage", 2, Status.Code.failedPrecondition), ("aggregation", 0, .invalidArgument),
        ("aggregation", 65, .invalidArgument), ("nobody", 2, .notFound),
    ])
    func `a number that cannot be is refused, and changes nothing`(
        worker: String, count: Int, code: Status.Code
    ) async throws {
        let error = await #expect(throws: Status.self) {
            try await client.call(Control.scale, Control.Scale(worker: worker, count: count))
        }

        #expect(error?.code == code)
        #expect(try SupervisorSettings.read(house.home).counts == [:])
    }

    @Test
    func `a worker that is not there is answered with those that are`() async {
        let error = await #expect(throws: Status.self) {
            try await client.call(Control.restart, Control.Target(worker: "Storage"))
        }

        #expect(error?.code == .notFound)
        #expect(error?.hint == "There are: broker, storage, aggregation")
    }
}
