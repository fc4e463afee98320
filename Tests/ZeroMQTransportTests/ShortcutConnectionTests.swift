import BusTestKit
import RPC
import Synchronization
import Testing
import ZeroMQ
import ZeroMQTransport

/// A worker that is asked at its own socket, with another way to it.
@Suite(.timeLimit(.minutes(1)))
struct ShortcutConnectionTests {
    @Test
    func `the worker is asked at its socket, all others and it by name through the bus`()
        async throws
    {
        try await TwoRouteFixture.run(near: LocationService("near")) { client, _ in
            let told = try await [
                client.call(LocationService.name, Empty()),
                client.call(LocationService.nameOnce, Empty()),
                client.call(LocationService.name, Empty(), CallOptions(target: "worker")),
                client.call(Probe.echo, .init(text: "other")),
            ]
            #expect(told.map(\.text) == ["near", "near", "bus", "other"])
        }
    }

    @Test
    func `where nobody listens everything goes through the bus`() async throws {
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
    func `a worker that ends has what may be repeated asked through the bus, and the rest told`()
        async throws
    {
        for method in [LocationService.name, LocationService.nameOnce] {
            let folder = try RunFolder()
            let loop = try Loop()
            let breaking = try await DisconnectingServer(
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
            #expect(await breaking.hasBroken)
            loop.stop()
        }
    }

    @Test
    func `one that comes again is found`() async throws {
        let folder = try RunFolder()
        try await TwoRouteFixture.run(folder, near: nil) { client, _ in
            #expect(try await client.call(LocationService.name, Empty()).text == "bus")
            for number in 1...3 {
                let servers = try Loop()
                let server = DirectServer(
                    endpoint: try folder.endpoint("near.sock"),
                    router: Router([LocationService("near \(number)")]), loop: servers)
                try await server.start()
                // The next attempt to connect finds it; until then it is the bus.
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
    func `what a full worker refuses waits at the broker`() async throws {
        try await TwoRouteFixture.run(near: LocationService("near"), capacity: 1) { client, place in
            let held = Task { try await client.call(LocationService.wait, Empty()) }
            await place.recorder.wait(for: .started)

            let text = try await client.call(LocationService.name, Empty()).text

            #expect(text == "bus")
            held.cancel()
            _ = try? await held.value
        }
    }

    @Test
    func `more calls than there are places go through the bus`() async throws {
        try await TwoRouteFixture.run(near: LocationService("near"), capacity: 100) {
            client, place in
            let held = (0..<ShortcutConnection.openLimit).map { _ in
                Task { try await client.call(LocationService.wait, Empty()) }
            }
            while place.recorder.events.count(where: { $0 == .started }) < held.count {
                await Task.yield()
            }

            let oneMore = try await client.call(LocationService.nameOnce, Empty()).text
            for call in held { call.cancel() }
            for call in held { _ = try? await call.value }
            let afterwards = try await client.call(LocationService.nameOnce, Empty()).text

            #expect(oneMore == "bus")
            #expect(afterwards == "near")
        }
    }

    @Test
    func `an error of the worker is told as it is, and a cancelled call is cancelled there`()
        async throws
    {
        try await TwoRouteFixture.run(near: LocationService("near")) { client, place in
            await #expect(throws: Status(.aborted, "near")) {
                try await client.call(LocationService.fail, Empty())
            }
            let call = Task { try await client.call(LocationService.wait, Empty()) }
            await place.recorder.wait(for: .started)
            call.cancel()
            await place.recorder.wait(for: .cancelled)
            let late = await #expect(throws: Status.self) {
                try await client.call(
                    LocationService.wait, Empty(), CallOptions(deadline: .after(.milliseconds(20))))
            }
            #expect(late?.code == .deadlineExceeded)
        }
    }

    @Test
    func `the broker is asked for a worker that says nothing`() async throws {
        let asked = HandlerRecorder()
        try await TwoRouteFixture.run(
            near: LocationService("near"), bus: [HealthCheckService(recorder: asked)]
        ) { client, place in
            let call = Task { try await client.call(LocationService.wait, Empty()) }
            await place.recorder.wait(for: .started)

            await asked.wait(for: .started)

            call.cancel()
            _ = try? await call.value
        }
    }

    @Test(arguments: [nil, "key"])
    func `what hangs by the broker's word is given up, and so is its socket`(key: String?)
        async throws
    {
        let gone = Status(.unavailable, "The worker worker stopped responding.")
        try await TwoRouteFixture.run(
            near: LocationService("near"), bus: [HealthCheckService(failure: gone)]
        ) {
            client, place in
            do {
                let reply = try await client.call(
                    LocationService.stuckDirect, Empty(), CallOptions(idempotencyKey: key))
                #expect(key != nil && reply.text == "bus")
            } catch {
                #expect(key == nil)
                #expect(Status(describing: error) == gone)
            }
            let afterwards = try await client.call(LocationService.name, Empty()).text
            #expect(afterwards == "bus")
            place.recorder.record(.cancelled)
        }
    }

    @Test
    func `one that was given up is asked again when it is heard of`() async throws {
        let gone = Status(.unavailable, "The worker worker stopped responding.")
        try await TwoRouteFixture.run(
            near: LocationService("near"), bus: [HealthCheckService(failure: gone)]
        ) {
            client, place in
            _ = try? await client.call(LocationService.stuckDirect, Empty())

            place.recorder.record(.cancelled)

            var text = "bus"
            while text == "bus" { text = try await client.call(LocationService.name, Empty()).text }
        }
    }
}

/// Says where it is.
private struct LocationService: Service {
    static let service = "dayline.place.Place"
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

/// Notes that it is asked how a worker is.
private struct HealthCheckService: Service {
    var recorder = HandlerRecorder()
    /// What it says; nil when all is well.
    var failure: Status?

    func register(on router: inout Router) {
        router.handle(BusHealth.check) { _, _ in
            recorder.record(.started)
            if let failure { throw failure }
            return BusHealth.CheckResponse(state: .ready, instance: "")
        }
    }
}

/// Takes one call, and closes the connection instead of an answer.
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

/// A caller with two ways to a worker, for the time of a test.
private enum TwoRouteFixture {
    static func run(
        _ folder: RunFolder? = nil, near place: LocationService?, capacity: Int = 64,
        bus services: [any Service] = [], _ body: (Client, LocationService) async throws -> Void
    ) async throws {
        let folder = try folder ?? RunFolder()
        let loop = try Loop()
        let far = DirectServer(
            endpoint: try folder.endpoint(),
            router: Router([LocationService("bus"), Probe()] + services), loop: loop)
        try await far.start()
        var near: DirectServer?
        if let place {
            near = DirectServer(
                endpoint: try folder.endpoint("near.sock"), router: Router([place]),
                capacity: capacity, loop: loop)
        }
        try await near?.start()
        let bus = BusConnection(
            endpoint: try folder.endpoint(), loop: loop, connectTimeout: .seconds(20))
        let connection = ShortcutConnection(
            to: "worker", serving: "dayline.place.", at: try folder.endpoint("near.sock"),
            fallback: bus, loop: loop)

        try await body(Client(connection), place ?? LocationService("nowhere"))

        connection.close()
        bus.close()
        await near?.stop()
        await far.stop()
        loop.stop()
        withExtendedLifetime(folder) {}
    }
}
