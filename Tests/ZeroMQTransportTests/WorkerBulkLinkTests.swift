import BusTestKit
import RPC
import Synchronization
import TestKit
import Testing
import ZeroMQ

@testable import ZeroMQTransport

/// The second connection of a worker, without a broker.
@Suite(.timeLimit(.minutes(1)))
struct WorkerBulkLinkTests {
    private func final(bytes: Int) -> Envelope {
        Envelope(
            Preamble(.final), call: .none, body: Bytes([UInt8](repeating: 0x20, count: bytes)))
    }

    @Test
    func `calls of the connection and large answers are sent on it once it is registered`() throws {
        let folder = try RunFolder()
        let loop = try Loop()
        defer { loop.stop() }
        let worker = WorkerAnnouncement(
            instance: "w.1", name: "w", pid: 1, capacity: 1, services: [])
        let link = WorkerBulkLink(worker, endpoint: try folder.endpoint(), loop: loop)
        let large = final(bytes: WireLimits.shortBytes + 1)

        #expect(link.carries(final(bytes: 1), to: WorkerBulkLink.peer))
        #expect(!link.carries(large, to: 0))
        #expect(!link.setRegistered(true))
        #expect(link.carries(large, to: 0))
        #expect(!link.carries(final(bytes: WireLimits.shortBytes), to: 0))
        #expect(!link.carries(Envelope(Preamble(.credit), call: .none), to: 0))
        #expect(link.setRegistered(false))
        #expect(!link.carries(large, to: 0))
    }

    @Test
    func `a replaced connection connects again and reports no loss`() async throws {
        let folder = try RunFolder()
        let loop = try Loop()
        defer { loop.stop() }
        let server = DirectServer(
            endpoint: try folder.endpoint(), router: Router([Probe()]), loop: loop)
        try await server.start()
        let link = DealerLink(endpoint: try folder.endpoint(), loop: loop)
        let counts = Mutex((connected: 0, lost: 0))
        link.open { event in
            counts.withLock { counts in
                switch event {
                case .connected: counts.connected += 1
                case .lost, .refused, .keyRefused: counts.lost += 1
                case .message, .malformed: break
                }
            }
        }
        try await eventually("the first connection") { counts.withLock { $0.connected } == 1 }

        link.reconnect()

        try await eventually("the second connection") { counts.withLock { $0.connected } == 2 }
        #expect(counts.withLock { $0.lost } == 0)
        link.close()
        await server.stop()
    }
}
