import Foundation
import RPC
import TestKit
import Testing
import ZeroMQ
import ZeroMQTransport

/// Processes on the bus that the supervisor did not start.
@Suite(.serialized, .timeLimit(.minutes(2))) struct UnregisteredPeerTests {
    private let system: DaylineSystem
    private let loop: Loop
    private let client: Client

    init() throws {
        system = try DaylineSystem()
        loop = try Loop()
        client = Client(
            BusConnection(
                endpoint: try Self.endpoint(system), loop: loop, connectTimeout: .seconds(5)))
    }

    private static func endpoint(_ system: DaylineSystem) throws -> Endpoint {
        try .ipc("\(system.home)/run/bus.sock")
    }

    /// A raw connection of the test.
    private struct Peer: ~Copyable {
        let socket: Socket
        var buffer = MessageBuffer(capacity: 8)

        init(at endpoint: Endpoint, _ loop: Loop) throws {
            let socket = try Socket(
                .dealer, context: loop.context, maximumFrameBytes: 1 << 20, queueLength: 100)
            try socket.connect(endpoint.address)
            self.socket = socket
        }

        func announce(_ body: Bytes) {
            let frames = Envelope(Preamble(.ready), call: .none, body: body).frames
            for (index, frame) in frames.enumerated() {
                frame.withUnsafeBytes { _ = socket.send($0, more: index + 1 < frames.count) }
            }
        }

        /// The preamble of the next message; nil if none has arrived.
        mutating func next() throws -> Preamble? {
            socket.receive(into: &buffer) ? try Preamble(buffer.bytes(0)) : nil
        }
    }

    /// Sends an announcement on a new connection.
    /// - Returns: The status of the broker's response.
    private func announce(_ announcement: WorkerAnnouncement) async throws -> Status.Code {
        let body = try JSONBody.encode(announcement)
        let peer = try await loop.run { [system, loop] in
            let peer = LoopBound(try Peer(at: try Self.endpoint(system), loop), on: loop)
            peer.with { $0.announce(body) }
            return peer
        }
        var answer: Preamble?
        try await eventually("an answer") {
            answer = try await loop.run { try peer.with { try $0.next() } }
            return [.ready, .final].contains(answer?.kind)
        }
        return Status.Code(rawValue: try #require(answer).status) ?? .unknown
    }

    private func workers() async throws -> [BusBroker.Worker] {
        try await client.call(BusBroker.list, Empty()).workers
    }

    @Test
    func `an unregistered process cannot take over a service or a worker`() async throws {
        let before = try await workers()
        let storage = try #require(before.first { $0.name == "storage" })
        let own = WorkerAnnouncement(
            instance: "unregistered", name: "unregistered", pid: 1, capacity: 8,
            services: [.init(name: "dayline.tracker.Journal", version: 1)])
        var replacing = own
        replacing.instance = storage.instance
        replacing.services = [.init(name: "org.example.Echo", version: 1)]
        var guessing = own
        guessing.token = String(repeating: "0", count: 16)

        for announcement in [own, replacing, guessing] {
            #expect(try await announce(announcement) == .permissionDenied)
        }
        for _ in 0..<6 { _ = try system.json("today") }

        #expect(try await workers().map(\.instance) == before.map(\.instance))
    }

    @Test
    func `an unregistered process may serve a service with its own name`() async throws {
        let code = try await announce(
            WorkerAnnouncement(
                instance: "unregistered", name: "unregistered", pid: 1, capacity: 8,
                services: [.init(name: "org.example.Echo", version: 1)]))

        #expect(code == .ok)
    }

    @Test
    func `only the supervisor may report ended and expected processes`() async throws {
        let storage = try #require(try await workers().first { $0.name == "storage" })

        let ended = await #expect(throws: Status.self) {
            try await client.call(BusBroker.instanceEnded, .init(instance: storage.instance))
        }
        let expect = await #expect(throws: Status.self) {
            try await client.call(BusBroker.expect, .init(services: []))
        }

        #expect(ended?.code == .permissionDenied)
        #expect(expect?.code == .permissionDenied)
        #expect(try await workers().contains { $0.instance == storage.instance })
    }

    @Test
    func `restarted workers and brokers are accepted by their tokens`() async throws {
        for name in ["broker", "tracker"] {
            _ = try system.json("restart", name)
        }

        _ = try system.json("today")
        #expect(try await workers().contains { $0.name == "tracker" })
    }
}
