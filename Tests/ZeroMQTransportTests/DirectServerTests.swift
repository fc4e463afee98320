import BusTestKit
import Glibc
import RPC
import Synchronization
import Testing
import ZeroMQ
import ZeroMQTransport

@Suite(.timeLimit(.minutes(1)))
struct DirectServerTests {
    @Test
    func `calls, streams and uploads pass over a socket`() async throws {
        try await ServerFixture.run { client, _ in
            #expect(try await client.call(Probe.echo, .init(text: "water")).text == "water")

            let received = Mutex<[Int]>([])
            _ = try await client.stream(Probe.count, .init(count: 1000)) { item in
                received.withLock { $0.append(item.value) }
            }
            #expect(received.withLock { $0 } == Array(0..<1000))

            let sum = try await client.upload(Probe.sum, Empty()) { writer in
                for value in 0..<1000 { try await writer.send(.init(value: value)) }
            }
            #expect(sum.count == 499_500)
        }
    }

    @Test
    func `many calls at once all end`() async throws {
        try await ServerFixture.run { client, _ in
            let total = try await withThrowingTaskGroup(of: Int.self) { group in
                for caller in 0..<20 {
                    group.addTask {
                        for call in 0..<50 {
                            let text = "\(caller)-\(call)"
                            let reply = try await client.call(Probe.echo, .init(text: text))
                            guard reply.text == text else { return 0 }
                        }
                        return 50
                    }
                }
                return try await group.reduce(0, +)
            }

            #expect(total == 1000)
        }
    }

    @Test
    func `columns of a megabyte arrive unchanged`() async throws {
        try await ServerFixture.run { client, _ in
            let values = (0..<131_072).map { Double($0) / 3 }
            let columns = [Column("value", values), Column("none", [Int32]())]

            let reply = try await client.call(
                Probe.columns, Packet(Probe.Text(text: ""), columns: columns))

            #expect(reply.columns == columns)
        }
    }

    @Test(arguments: [(true, 100, true), (true, 20_000, false), (false, 100, false)])
    func `a short handler runs on the loop unless the request is large`(
        isShort: Bool, bytes: Int, isOnLoop: Bool
    ) async throws {
        let folder = try RunFolder()
        let loop = try Loop()
        let server = DirectServer(
            endpoint: try folder.endpoint(),
            router: Router([LoopProbe(loop: loop, isShort: isShort)]), loop: loop)
        try await server.start()
        let connection = BusConnection(endpoint: try folder.endpoint(), loop: loop)

        let reply = try await Client(connection).call(
            Probe.echo, .init(text: String(repeating: "x", count: bytes)))

        #expect(reply.text == "\(isOnLoop) \(isOnLoop)")
        connection.close()
        await server.stop()
        loop.stop()
    }

    @Test
    func `a disconnected caller's handler is cancelled`() async throws {
        let probe = Probe()
        try await ServerFixture.run(probe) { _, endpoint in
            let callers = try Loop()
            let connection = BusConnection(endpoint: endpoint, loop: callers)
            let call = Task { try await Client(connection).call(Probe.wait, Empty()) }
            await probe.recorder.wait(for: .started)

            connection.close()

            await probe.recorder.wait(for: .cancelled)
            let status = await #expect(throws: Status.self) { try await call.value }
            #expect(status?.code == .cancelled)
            callers.stop()
        }
    }

    @Test
    func `short-lived connections do not delay others`() async throws {
        try await ServerFixture.run { client, endpoint in
            let loop = try Loop()
            for _ in 0..<200 {
                let connection = BusConnection(endpoint: endpoint, loop: loop)
                async let call = Client(connection).call(Probe.echo, .init(text: "x"))
                connection.close()
                // The call is answered or cancelled, depending on timing.
                _ = try? await call
            }

            #expect(try await client.call(Probe.echo, .init(text: "water")).text == "water")
            loop.stop()
        }
    }

    @Test
    func `a call without a server is unavailable at once`() async throws {
        let folder = try RunFolder()
        let loop = try Loop()
        let client = Client(BusConnection(endpoint: try folder.endpoint(), loop: loop))

        let status = await #expect(throws: Status.self) {
            try await client.call(Probe.echo, .init(text: ""))
        }

        #expect(status?.code == .unavailable)
        #expect(status?.hint == "Start it with: dayline up")
        loop.stop()
    }

    @Test
    func `a call with a connect timeout waits for the server`() async throws {
        let folder = try RunFolder()
        let endpoint = try folder.endpoint()
        let loop = try Loop()
        let client = Client(
            BusConnection(endpoint: endpoint, loop: loop, connectTimeout: .seconds(20)))
        let call = Task { try await client.call(Probe.echo, .init(text: "late")) }
        await Task.yield()

        let server = DirectServer(endpoint: endpoint, router: Router([Probe()]), loop: loop)
        try await server.start()

        #expect(try await call.value.text == "late")
        await server.stop()
        loop.stop()
    }

    @Test
    func `a folder that is open to others is refused, and nothing is bound`() async throws {
        let folder = try RunFolder()
        chmod(folder.path, 0o755)
        let loop = try Loop()
        let server = DirectServer(
            endpoint: try folder.endpoint(), router: Router([Probe()]), loop: loop)

        let status = await #expect(throws: Status.self) { try await server.start() }

        #expect(status?.code == .failedPrecondition)
        #expect(access("\(folder.path)/bus.sock", F_OK) == -1)
        loop.stop()
    }

    @Test(arguments: [(107, true), (108, false)])
    func `a path above the limit of socket addresses is refused`(bytes: Int, isAccepted: Bool) {
        let path = "/" + String(repeating: "x", count: bytes - 1)

        let endpoint = try? Endpoint.ipc(path)

        #expect((endpoint != nil) == isAccepted)
    }
}

/// Reports whether it runs on a loop, before and after a suspension.
private struct LoopProbe: Service {
    let loop: Loop
    let isShort: Bool

    func register(on router: inout Router) {
        router.handle(Probe.echo, isShort: isShort) { _, _ in
            let before = loop.isCurrent
            try await Task.sleep(for: .milliseconds(1))
            return .init(text: "\(before) \(loop.isCurrent)")
        }
    }
}

/// A server with a client for one test.
private enum ServerFixture {
    static func run(
        _ probe: Probe = Probe(), _ body: (Client, Endpoint) async throws -> Void
    ) async throws {
        let folder = try RunFolder()
        let endpoint = try folder.endpoint()
        let loop = try Loop()
        let server = DirectServer(endpoint: endpoint, router: Router([probe]), loop: loop)
        try await server.start()
        let connection = BusConnection(endpoint: endpoint, loop: loop)

        try await body(Client(connection), endpoint)

        connection.close()
        await server.stop()
        loop.stop()
    }
}
