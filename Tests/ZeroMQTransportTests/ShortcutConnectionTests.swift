import BusTestKit
import RPC
import Synchronization
import Testing
import ZeroMQ
import ZeroMQTransport

/// A worker with a direct socket beside the bus.
@Suite(.timeLimit(.minutes(1)))
struct ShortcutConnectionTests {
    @Test
    func `calls of the worker's services use the direct socket, others and targeted ones the bus`()
        async throws
    {
        try await TwoRouteFixture.run(near: LocationService("near")) { client, _ in
            let replies = try await [
                client.call(LocationService.name, Empty()),
                client.call(LocationService.nameOnce, Empty()),
                client.call(LocationService.name, Empty(), CallOptions(target: "worker")),
                client.call(Probe.echo, .init(text: "other")),
            ]
            #expect(replies.map(\.text) == ["near", "near", "bus", "other"])
        }
    }

    @Test
    func `without a direct server all calls go through the bus`() async throws {
        try await TwoRouteFixture.run(near: nil) { client, _ in
            #expect(try await client.call(LocationService.nameOnce, Empty()).text == "bus")
            let received = Mutex<[String]>([])
            _ = try await client.stream(LocationService.thrice, Empty()) { item in
                received.withLock { $0.append(item.text) }
            }
            #expect(received.withLock { $0 } == ["bus", "bus", "bus"])
            let reply = try await client.upload(LocationService.length, Empty()) { writer in
                for _ in 0..<3 { try await writer.send(.init(text: "x")) }
            }
            #expect(reply.text == "bus 3")
        }
    }

    @Test
    func `repeatable calls of a lost worker go through the bus, and others fail`()
        async throws
    {
        for method in [LocationService.name, LocationService.nameOnce] {
            let folder = try RunFolder()
            let loop = try Loop()
            let server = try await DisconnectingServer(
                at: folder.endpoint("near.sock"), loop: loop)
            try await TwoRouteFixture.run(folder, near: nil) { client, _ in
                do {
                    let reply = try await client.call(method, Empty())
                    #expect(method.isRepeatable && reply.text == "bus")
                } catch {
                    #expect(!method.isRepeatable)
                    #expect(
                        Status(describing: error)
                            == Status(
                                .unavailable, "The worker worker ended before it answered.",
                                hint: "Try again in a moment."))
                }
            }
            #expect(await server.hasBroken)
            loop.stop()
        }
    }

    @Test
    func `a restarted direct server is used again`() async throws {
        let folder = try RunFolder()
        try await TwoRouteFixture.run(folder, near: nil) { client, _ in
            #expect(try await client.call(LocationService.name, Empty()).text == "bus")
            for number in 1...3 {
                let servers = try Loop()
                let server = DirectServer(
                    endpoint: try folder.endpoint("near.sock"),
                    router: Router([LocationService("near \(number)")]), loop: servers)
                try await server.start()
                // Calls go through the bus until the next attempt to connect succeeds.
                var text = "bus"
                while text == "bus" {
                    text = try await client.call(LocationService.name, Empty()).text
                }
                #expect(text == "near \(number)")
                await server.stop()
                await servers.flush(within: .seconds(10))
                servers.stop()
                while text != "bus" {
                    text = try await client.call(LocationService.name, Empty()).text
                }
            }
        }
    }

    @Test
    func `a call that a full worker refuses goes through the bus`() async throws {
        try await TwoRouteFixture.run(near: LocationService("near"), capacity: 1) {
            client, service in
            let open = Task { try await client.call(LocationService.wait, Empty()) }
            await service.recorder.wait(for: .started)

            let text = try await client.call(LocationService.name, Empty()).text

            #expect(text == "bus")
            open.cancel()
            _ = try? await open.value
        }
    }

    @Test
    func `calls above the limit go through the bus`() async throws {
        try await TwoRouteFixture.run(near: LocationService("near"), capacity: 100) {
            client, service in
            let open = (0..<ShortcutConnection.openLimit).map { _ in
                Task { try await client.call(LocationService.wait, Empty()) }
            }
            while service.recorder.events.count(where: { $0 == .started }) < open.count {
                await Task.yield()
            }

            let further = try await client.call(LocationService.nameOnce, Empty()).text
            for call in open { call.cancel() }
            for call in open { _ = try? await call.value }
            let afterwards = try await client.call(LocationService.nameOnce, Empty()).text

            #expect(further == "bus")
            #expect(afterwards == "near")
        }
    }

    @Test
    func `a worker's errors are returned unchanged, and cancellation reaches the worker`()
        async throws
    {
        try await TwoRouteFixture.run(near: LocationService("near")) { client, service in
            await #expect(throws: Status(.aborted, "near")) {
                try await client.call(LocationService.fail, Empty())
            }
            let call = Task { try await client.call(LocationService.wait, Empty()) }
            await service.recorder.wait(for: .started)
            call.cancel()
            await service.recorder.wait(for: .cancelled)
            let late = await #expect(throws: Status.self) {
                try await client.call(
                    LocationService.wait, Empty(), CallOptions(deadline: .after(.milliseconds(20))))
            }
            #expect(late?.code == .deadlineExceeded)
        }
    }

    @Test
    func `a silent worker is checked through the broker`() async throws {
        let recorder = HandlerRecorder()
        try await TwoRouteFixture.run(
            near: LocationService("near"), bus: [HealthCheckService(recorder: recorder)]
        ) { client, service in
            let call = Task { try await client.call(LocationService.wait, Empty()) }
            await service.recorder.wait(for: .started)

            await recorder.wait(for: .started)

            call.cancel()
            _ = try? await call.value
        }
    }

    @Test(arguments: [nil, "key"])
    func `calls of a worker reported as hanging fail, and its socket is no longer used`(
        key: String?
    )
        async throws
    {
        let failure = Status(.unavailable, "The worker worker stopped responding.")
        try await TwoRouteFixture.run(
            near: LocationService("near"), bus: [HealthCheckService(failure: failure)]
        ) {
            client, service in
            do {
                let reply = try await client.call(
                    LocationService.stuckDirect, Empty(), CallOptions(idempotencyKey: key))
                #expect(key != nil && reply.text == "bus")
            } catch {
                #expect(key == nil)
                #expect(Status(describing: error) == failure)
            }
            let afterwards = try await client.call(LocationService.name, Empty()).text
            #expect(afterwards == "bus")
            service.recorder.record(.cancelled)
        }
    }

    @Test
    func `a worker reported as hanging is called directly again after its next message`()
        async throws
    {
        let failure = Status(.unavailable, "The worker worker stopped responding.")
        try await TwoRouteFixture.run(
            near: LocationService("near"), bus: [HealthCheckService(failure: failure)]
        ) {
            client, service in
            _ = try? await client.call(LocationService.stuckDirect, Empty())

            service.recorder.record(.cancelled)

            var text = "bus"
            while text == "bus" { text = try await client.call(LocationService.name, Empty()).text }
        }
    }
}

/// Reports which of the two servers it is on.
private struct LocationService: Service {
    static let service = "dayline.location.Location"
    static let name = Method<Empty, Probe.Text>(service, "Name", repeatable: true)
    static let nameOnce = Method<Empty, Probe.Text>(service, "NameOnce")
    static let fail = Method<Empty, Probe.Text>(service, "Fail")
    static let wait = Method<Empty, Probe.Text>(service, "Wait")
    static let stuckDirect = Method<Empty, Probe.Text>(service, "StuckNear")
    static let thrice = StreamMethod<Empty, Probe.Text, Empty>(service, "Thrice")
    static let length = UploadMethod<Empty, Probe.Text, Probe.Text>(service, "Length")

    let text: String
    let recorder = HandlerRecorder()

    init(_ text: String) {
        self.text = text
    }

    func register(on router: inout Router) {
        router.handle(Self.name) { _, _ in .init(text: text) }
        router.handle(Self.nameOnce) { _, _ in .init(text: text) }
        router.handle(Self.fail) { _, _ in throw Status(.aborted, text) }
        router.handle(Self.wait) { _, _ in
            recorder.record(.started)
            do {
                try await Task.sleep(for: .seconds(3600))
            } catch {
                recorder.record(.cancelled)
                throw error
            }
            return .init(text: text)
        }
        router.handle(Self.stuckDirect) { _, _ in
            if text == "near" { await recorder.wait(for: .cancelled) }
            return .init(text: text)
        }
        router.handle(Self.thrice) { _, _, writer in
            for _ in 0..<3 { try await writer.send(.init(text: text)) }
            return Empty()
        }
        router.handle(Self.length) { _, _, reader in
            var count = 0
            while try await reader.next() != nil { count += 1 }
            return .init(text: "\(text) \(count)")
        }
    }
}

/// Records health checks.
private struct HealthCheckService: Service {
    var recorder = HandlerRecorder()
    /// The failure to report; nil for none.
    var failure: Status?

    func register(on router: inout Router) {
        router.handle(BusHealth.check) { _, _ in
            recorder.record(.started)
            if let failure { throw failure }
            return BusHealth.CheckResponse(state: .ready, instance: "")
        }
    }
}

/// Receives one call, and closes the connection instead of answering.
private final class DisconnectingServer: Sendable {
    private let port: LoopBound<Port>
    private let loop: Loop

    private struct Port: ~Copyable {
        var port: RouterPort?
        var hasBroken = false
    }

    init(at endpoint: Endpoint, loop: Loop) async throws {
        self.loop = loop
        let port = LoopBound(Port(), on: loop)
        self.port = port
        try await loop.run {
            try port.with { state in
                let port = try RouterPort(loop: loop)
                try port.bind(endpoint)
                state.port = consume port
            }
            try port.with { state in
                try state.port?.listen { _ in
                    port.with { state in
                        guard state.port?.receive() == true else { return }
                        state.port?.close(lingerMilliseconds: 0)
                        state.port = nil
                        state.hasBroken = true
                    }
                    return false
                }
            }
        }
    }

    var hasBroken: Bool {
        get async {
            (try? await loop.run { [port] in port.with { $0.hasBroken } }) ?? false
        }
    }
}

/// A client with a direct socket and a bus for one test.
private enum TwoRouteFixture {
    static func run(
        _ folder: RunFolder? = nil, near service: LocationService?, capacity: Int = 64,
        bus services: [any Service] = [], _ body: (Client, LocationService) async throws -> Void
    ) async throws {
        let folder = try folder ?? RunFolder()
        let loop = try Loop()
        let far = DirectServer(
            endpoint: try folder.endpoint(),
            router: Router([LocationService("bus"), Probe()] + services), loop: loop)
        try await far.start()
        var near: DirectServer?
        if let service {
            near = DirectServer(
                endpoint: try folder.endpoint("near.sock"), router: Router([service]),
                capacity: capacity, loop: loop)
        }
        try await near?.start()
        let bus = BusConnection(
            endpoint: try folder.endpoint(), loop: loop, connectTimeout: .seconds(20))
        let connection = ShortcutConnection(
            to: "worker", serving: "dayline.location.", at: try folder.endpoint("near.sock"),
            fallback: bus, loop: loop)

        try await body(Client(connection), service ?? LocationService("nowhere"))

        connection.close()
        bus.close()
        await near?.stop()
        await far.stop()
        loop.stop()
        withExtendedLifetime(folder) {}
    }
}
