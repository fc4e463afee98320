import BusTestKit
import Contracts
import RPC
import Synchronization
import TestKit
import Testing
import ZeroMQ
import ZeroMQTransport

/// Two connections over TCP of one program.
@Suite(.cleanup, .serialized, .timeLimit(.minutes(1)))
struct RemoteConnectionTests {
    private static let large = String(repeating: "x", count: 200 << 10)

    private func connections(_ bus: RemoteBus, of key: BusKey) async throws -> Int {
        try await Client(bus.local).call(BusKeys.list, Empty()).keys
            .first { $0.name == key.name }?.connections.count ?? 0
    }

    @Test func `a client connects for bulk at its first large request`() async throws {
        let bus = try await RemoteBus()
        let key = try await bus.key("laptop", "admin")
        let connection = RemoteConnection(
            endpoint: try bus.endpoint(key), loop: bus.loop, connectTimeout: .seconds(2))
        let client = Client(connection)

        _ = try await client.call(Notes.read, Empty())
        #expect(try await connections(bus, of: key) == 1)
        let reply = try await client.call(Notes.log, .init(text: Self.large))

        #expect(reply.text == Self.large)
        #expect(try await connections(bus, of: key) == 2)
        connection.close()
    }

    @Test func `a client connects for bulk at its first call of a method with large replies`()
        async throws
    {
        let bus = try await RemoteBus()
        let key = try await bus.key("laptop", "admin")
        let connection = RemoteConnection(
            endpoint: try bus.endpoint(key), loop: bus.loop, connectTimeout: .seconds(2))
        let client = Client(connection)

        _ = try await client.call(Notes.read, Empty())
        #expect(try await connections(bus, of: key) == 1)
        _ = try await client.call(Notes.all, Empty())

        #expect(try await connections(bus, of: key) == 2)
        connection.close()
    }

    @Test func `the list has the time zone data of a worker on another machine`() async throws {
        let bus = try await RemoteBus()
        let key = try await bus.key("desktop", roles: ["worker:\(Probe.name)"], profile: nil)
        let zones = ZoneDataVersion(release: "2020a", hash: "1f")
        let connection = WorkerConnection(
            endpoint: try bus.endpoint(key), instance: "probe-1", name: "probe",
            router: Router([Probe()]), zones: zones, loop: bus.loop)
        Task { await connection.run() }
        await connection.waitForRegistration()

        let workers = try await Client(bus.local).call(BusBroker.list, Empty()).workers

        #expect(workers.map(\.zones) == [nil, zones])
        #expect(workers.map(\.instance) == ["notes-1", "probe-1"])
        await connection.drain()
    }

    @Test func `a closed connection refuses small and large calls`() async throws {
        let bus = try await RemoteBus()
        let key = try await bus.key("laptop", "admin")
        let connection = RemoteConnection(endpoint: try bus.endpoint(key), loop: bus.loop)

        connection.close()

        for text in ["x", Self.large] {
            let status = await #expect(throws: Status.self) {
                try await Client(connection).call(Notes.log, .init(text: text))
            }
            #expect(status?.code == .cancelled)
        }
    }

    @Test func `a worker answers calls of every kind on its two connections`() async throws {
        let bus = try await RemoteBus()
        let key = try await bus.key("desktop", roles: ["worker:\(Probe.name)"], profile: nil)
        let worker = try TestWorker(
            Probe(), instance: "probe-1", capacity: 8, at: try bus.endpoint(key))
        await worker.connection.waitForRegistration()
        try await eventually("the second connection") {
            try await connections(bus, of: key) == 2
        }
        let client = Client(bus.local)
        let received = Mutex(0)

        let streamed = try await client.stream(Probe.count, .init(count: 500)) { _ in
            received.withLock { $0 += 1 }
        }
        let sum = try await client.upload(Probe.sum, Empty()) { writer in
            for value in 0..<500 { try await writer.send(.init(value: value)) }
        }
        let large = try await client.call(Probe.echo, .init(text: Self.large))
        let health = try await client.call(
            BusHealth.check, Empty(), CallOptions(target: "probe-1"))

        #expect(streamed.count == 500)
        #expect(received.withLock { $0 } == 500)
        #expect(sum.count == 124_750)
        #expect(large.text == Self.large)
        #expect(health.instance == "probe-1")
        await worker.drain()
    }

    @Test func `a stream that is not read does not delay other calls of a worker`() async throws {
        let bus = try await RemoteBus()
        let key = try await bus.key("desktop", roles: ["worker:\(Probe.name)"], profile: nil)
        let worker = try TestWorker(
            Probe(), instance: "probe-1", capacity: 8, at: try bus.endpoint(key))
        await worker.connection.waitForRegistration()
        let client = Client(bus.local)
        let isStarted = Mutex(false)
        let stalled = Task {
            _ = try await client.stream(
                Probe.count, .init(count: 1_000_000), CallOptions(deadline: .never)
            ) { _ in
                isStarted.withLock { $0 = true }
                try await Task.sleep(for: .seconds(3600))
            }
        }
        try await eventually("the first item") { isStarted.withLock { $0 } }

        for _ in 0..<50 {
            _ = try await client.call(
                Probe.echo, .init(text: "x"), CallOptions(deadline: .after(.seconds(5))))
        }

        stalled.cancel()
        _ = await stalled.result
        await worker.drain()
    }
}
