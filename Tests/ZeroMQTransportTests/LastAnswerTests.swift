import BusTestKit
import Glibc
import RPC
import TestKit
import Testing
import ZeroMQ
import ZeroMQTransport

/// Answers sent directly before the end of a connection.
@Suite(.timeLimit(.minutes(1)))
struct LastAnswerTests {
    @Test
    func `an answer that arrives with the end of its connection is delivered`() async throws {
        let folder = try RunFolder()
        let callers = try Loop()
        let servers = try Loop()
        let gate = Gate()
        // The caller's loop is blocked from the call until the gate opens.
        let server = DirectServer(
            endpoint: try folder.endpoint(), router: Router([Blocking(loop: callers, gate: gate)]),
            loop: servers)
        try await server.start()
        let connection = BusConnection(endpoint: try folder.endpoint(), loop: callers)
        let call = Task { try await Client(connection).call(Probe.echo, .init(text: "last")) }
        await gate.closed()

        await server.stop(within: .seconds(10))
        await servers.flush(within: .seconds(10))
        gate.open()

        #expect(try await call.value.text == "last")
        connection.close()
        callers.stop()
        servers.stop()
    }

    @Test
    func `a caller reconnects to each new server at an endpoint`() async throws {
        let folder = try RunFolder()
        let callers = try Loop()
        let connection = BusConnection(
            endpoint: try folder.endpoint(), loop: callers, connectTimeout: .seconds(20))

        for number in 1...5 {
            let servers = try Loop()
            let server = DirectServer(
                endpoint: try folder.endpoint(), router: Router([Probe()]), loop: servers)
            try await server.start()
            // A call may be sent before the end of the previous server is noticed.
            let reply = try await eventualValue("the next server") {
                try? await Client(connection).call(Probe.echo, .init(text: "\(number)")).text
            }
            #expect(reply == "\(number)")
            await server.stop()
            await servers.flush(within: .seconds(10))
            servers.stop()
        }
        connection.close()
        callers.stop()
    }
}

/// Answers a call after it has blocked the caller's loop.
private struct Blocking: Service {
    let loop: Loop
    let gate: Gate

    func register(on router: inout Router) {
        router.handle(Probe.echo) { request, _ in
            loop.post { gate.pass() }
            return request
        }
    }
}

/// A gate that blocks a thread until it is opened.
private final class Gate: Sendable {
    private let arrived: (reading: Int32, writing: Int32)
    private let opened: (reading: Int32, writing: Int32)

    init() {
        func pipe() -> (Int32, Int32) {
            var ends: [Int32] = [-1, -1]
            precondition(Glibc.pipe(&ends) == 0)
            return (ends[0], ends[1])
        }
        arrived = pipe()
        opened = pipe()
    }

    deinit {
        for end in [arrived.reading, arrived.writing, opened.reading, opened.writing] { close(end) }
    }

    func pass() {
        var byte: UInt8 = 1
        write(arrived.writing, &byte, 1)
        read(opened.reading, &byte, 1)
    }

    func open() {
        var byte: UInt8 = 1
        write(opened.writing, &byte, 1)
    }

    /// Waits until a thread is blocked.
    @concurrent
    func closed() async {
        var byte: UInt8 = 0
        read(arrived.reading, &byte, 1)
    }
}
