import BusTestKit
import RPC
import Synchronization
import TestKit
import Testing
import ZeroMQ
import ZeroMQTransport

@Suite(.timeLimit(.minutes(1)))
struct SequentialConnectionTests {
    @Test
    func `unary calls to this machine need no loop`() async throws {
        let folder = try RunFolder()
        let server = try Server(folder)
        try await server.start()
        let client = Client(
            SequentialConnection(endpoint: try folder.endpoint()) { throw LoopRequested() })

        for text in ["", "water", String(repeating: "x", count: 300_000)] {
            #expect(try await client.call(Probe.echo, .init(text: text)).text == text)
        }
        let columns = [Column("value", (0..<131_072).map { Double($0) / 3 })]
        let packet = try await client.call(
            Probe.columns, Packet(Probe.Text(text: ""), columns: columns))
        #expect(packet.columns == columns)
        let status = await #expect(throws: Status.self) {
            try await client.call(Probe.fail, .init(text: "No water."))
        }
        #expect(status?.code == .notFound)
        #expect(status?.message == "No water.")
        #expect(status?.hint == "Look elsewhere.")
        await server.stop()
    }

    @Test
    func `a stream uses a connection with a loop`() async throws {
        let folder = try RunFolder()
        let server = try Server(folder)
        try await server.start()
        let loop = try Loop()
        let connection = SequentialConnection(endpoint: try folder.endpoint()) { loop }

        let received = Mutex<[Int]>([])
        _ = try await Client(connection).stream(Probe.count, .init(count: 1000)) { item in
            received.withLock { $0.append(item.value) }
        }

        #expect(received.withLock { $0 } == Array(0..<1000))
        await server.stop()
    }

    @Test
    func `a call whose deadline passes is cancelled`() async throws {
        let folder = try RunFolder()
        let server = try Server(folder)
        try await server.start()
        let client = Client(
            SequentialConnection(endpoint: try folder.endpoint()) { throw LoopRequested() })

        let status = await #expect(throws: Status.self) {
            try await client.call(
                Probe.wait, Empty(), CallOptions(deadline: .after(.milliseconds(200))))
        }

        #expect(status?.code == .deadlineExceeded)
        await server.probe.recorder.wait(for: .cancelled)
        #expect(try await client.call(Probe.echo, .init(text: "water")).text == "water")
        await server.stop()
    }

    @Test
    func `a call after the end of the server is answered by the next server`() async throws {
        let folder = try RunFolder()
        let loop = try Loop()
        let client = Client(SequentialConnection(endpoint: try folder.endpoint()) { loop })

        for number in 1...3 {
            let server = try Server(folder)
            try await server.start()
            // The end of the connection may be noticed after a call was sent.
            let reply = try await eventualValue("the next server") {
                try? await client.call(Probe.echo, .init(text: "\(number)")).text
            }
            #expect(reply == "\(number)")
            await server.stop()
        }
    }

    @Test
    func `a call without a server is unavailable`() async throws {
        let folder = try RunFolder()
        let loop = try Loop()
        let client = Client(SequentialConnection(endpoint: try folder.endpoint()) { loop })

        let status = await #expect(throws: Status.self) {
            try await client.call(Probe.echo, .init(text: "water"))
        }

        #expect(status?.code == .unavailable)
        #expect(status?.hint == "Start it with: dayline up")
    }
}

private struct LoopRequested: Error {}

/// A server at the endpoint of a folder, with a loop of its own.
private struct Server {
    let probe = Probe()
    private let loop: Loop
    private let server: DirectServer

    init(_ folder: RunFolder) throws {
        loop = try Loop()
        server = DirectServer(
            endpoint: try folder.endpoint(), router: Router([probe]), loop: loop)
    }

    func start() async throws {
        try await server.start()
    }

    func stop() async {
        await server.stop()
        await loop.flush(within: .seconds(10))
        loop.stop()
    }
}
