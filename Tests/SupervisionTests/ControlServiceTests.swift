import Contracts
import Glibc
import HostFiles
import RPC
import Testing

@testable import Supervision

@Suite(.timeLimit(.minutes(1)))
struct ControlServiceTests {
    let fixture: SupervisedHome
    let supervisor: Supervisor
    let client: Client

    init() throws {
        fixture = try SupervisedHome()
        supervisor = try fixture.supervisor([
            fixture.plugin("broker"), fixture.plugin("storage"),
            fixture.plugin("aggregation", after: ["storage"], count: 2),
        ])
        let service = ControlService(supervisor, problems: ["one was left out"], shutDown: {})
        client = Client(inProcess: service)
    }

    @Test
    func `the status has a row for each process`() async throws {
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

    @Test(arguments: [
        Array(#"{"name":"storage"}"#.utf8), Array(#"{"name":"stor\ud800age"}"#.utf8),
        Array(#"{"name":"st"#.utf8) + [0xFF] + Array(#"orage"}"#.utf8),
        [0xEF, 0xBB, 0xBF] + Array(#"{"name":"storage"}"#.utf8),
        Array(#"{"name":"storage",}"#.utf8), Array("[1]".utf8), Array("null".utf8),
    ])
    func `a restart with an invalid body restarts nothing`(
        body: [UInt8]
    ) async throws {
        try await supervisor.running { supervisor in
            await supervisor.wait(until: \.isReady)
            let before = await supervisor.snapshot().map(\.instance)
            let call = OutgoingCall(
                name: Control.restart.name, kind: .unary,
                content: WireContent(body: Bytes(body)), options: CallOptions(),
                isRepeatable: false)

            let status = await #expect(throws: Status.self) {
                _ = try await client.transport.perform(call, upload: { _ in }, receive: { _ in })
            }

            #expect(status?.code == .invalidArgument)
            #expect(await supervisor.snapshot().map(\.instance) == before)
        }
    }

    @Test
    func `logs without a worker are those of all processes in time order`() async throws {
        try await supervisor.running { supervisor in
            await supervisor.wait(until: \.isReady)
            for (name, second) in [(Daemon.logName, 2), ("broker", 3), ("storage", 1)] {
                try Files.writeAtomically(
                    Array("2026-01-01T00:00:0\(second).000Z info \(name)\n".utf8),
                    to: LogCollector.path(of: name, in: fixture.home))
            }

            let logs = try await client.call(Control.logs, Control.LogsRequest())
            let last = try await client.call(Control.logs, Control.LogsRequest(lines: 1))

            #expect(
                logs.lines.compactMap { $0.split(separator: " ").last } == [
                    "storage", "daylined", "broker",
                ])
            #expect(last.lines.count == 1)
        }
    }

    @Test
    func `the keys of unknown values are absent`() throws {
        let row = Control.Worker(name: "storage", state: .stopped, restarts: 0)

        let keys =
            #"{"inFlight":0,"name":"storage","queued":0,"restarts":0,"served":0,"state":"stopped"}"#
        #expect(try JSONBody.encode(row).text == keys)
    }

    @Test
    func `stop responds when the process has stopped, and start when it is ready`()
        async throws
    {
        try await supervisor.running { supervisor in
            await supervisor.wait(until: \.isReady)

            let stopped = try await client.call(
                Control.stop, Control.WorkerRequest(worker: "aggregation-2"))
            #expect(stopped.workers.map(\.state) == [.ready, .ready, .ready, .stopped])
            #expect(stopped.workers.last?.pid == nil)
            let started = try await client.call(
                Control.start, Control.WorkerRequest(worker: "aggregation"))

            #expect(started.workers.map(\.state) == [.ready, .ready, .ready, .ready])
        }
    }

    @Test
    func `restart responds when the new processes are ready and counts no crash`() async throws {
        try await supervisor.running { supervisor in
            await supervisor.wait(until: \.isReady)
            let before = await supervisor.snapshot().compactMap(\.pid)

            let status = try await client.call(Control.restart, Control.WorkerRequest())

            #expect(status.workers.allSatisfy { $0.state == .ready && $0.restarts == 0 })
            #expect(Set(before).isDisjoint(with: status.workers.compactMap(\.pid)))
        }
    }

    @Test
    func `scaling takes effect at once and is saved`() async throws {
        try await supervisor.running { supervisor in
            await supervisor.wait(until: \.isReady)

            let more = try await client.call(
                Control.scale, Control.ScaleRequest(worker: "aggregation", count: 4))
            #expect(more.workers.filter { $0.state == .ready }.count == 6)
            let fewer = try await client.call(
                Control.scale, Control.ScaleRequest(worker: "aggregation", count: 1))

            #expect(fewer.workers.map(\.name) == ["broker", "storage", "aggregation-1"])
            #expect(try SupervisorSettings.read(fixture.home).counts == ["aggregation": 1])
        }
    }

    @Test(arguments: [
        ("storage", 2, Status.Code.failedPrecondition), ("aggregation", 0, .invalidArgument),
        ("aggregation", 65, .invalidArgument), ("unknown", 2, .notFound),
    ])
    func `an invalid number of processes is rejected and changes nothing`(
        worker: String, count: Int, code: Status.Code
    ) async throws {
        let error = await #expect(throws: Status.self) {
            try await client.call(Control.scale, Control.ScaleRequest(worker: worker, count: count))
        }

        #expect(error?.code == code)
        #expect(try SupervisorSettings.read(fixture.home).counts == [:])
    }

    @Test
    func `an unknown worker is an error that lists the workers`() async {
        let error = await #expect(throws: Status.self) {
            try await client.call(Control.restart, Control.WorkerRequest(worker: "Storage"))
        }

        #expect(error?.code == .notFound)
        #expect(error?.hint == "Workers: broker, storage, aggregation")
    }
}
