import Broker
import BusTestKit
import RPC
import Synchronization
import TestKit
import Testing
import ZeroMQ
import ZeroMQTransport

/// Peers that violate the protocol or do not read. Other peers are not affected.
@Suite(.cleanup, .timeLimit(.minutes(1)))
struct MisbehavingPeerTests {
    /// Sends arbitrary messages, and reads nothing.
    private struct Peer: ~Copyable {
        let socket: Socket
        var calls: UInt64 = 0

        init(at endpoint: Endpoint, _ loop: Loop) throws {
            let socket = try Socket(
                .dealer, context: loop.context, maximumFrameBytes: 1 << 30, queueLength: 1000)
            try socket.connect(endpoint.address)
            self.socket = socket
        }

        mutating func sendRequest(_ route: String, body: Bytes = Bytes("{}")) {
            calls += 1
            let frames = Envelope(
                Preamble(.request), call: CallID(high: 7, low: calls), route: route, body: body
            ).frames
            for (index, frame) in frames.enumerated() {
                frame.withUnsafeBytes { _ = socket.send($0, more: index + 1 < frames.count) }
            }
        }
    }

    /// Sends messages of a peer with an open call, whose cancellation shows that the peer was removed, and
    /// expects that the worker serves other peers.
    private func expectRemoval(
        isRepeating: Bool = false, after send: @escaping @Sendable (inout Peer) -> Void
    ) async throws {
        let (bus, probe, loop) = (try await Bus(), Probe(), try Loop())
        _ = try await bus.worker(probe)
        let peer = try await loop.run { [endpoint = bus.endpoint] in
            LoopBound(try Peer(at: endpoint, loop), on: loop)
        }
        try await loop.run { peer.with { $0.sendRequest("\(Probe.name)/Wait") } }
        await probe.recorder.wait(for: .started)

        repeat {
            try await loop.run { peer.with { send(&$0) } }
        } while isRepeating && !probe.recorder.events.contains(.cancelled)
        await probe.recorder.wait(for: .cancelled)

        #expect(try await bus.client.call(Probe.echo, .init(text: "still")).text == "still")
        loop.stop()
    }

    @Test
    func `a peer that does not read its answers is removed`() async throws {
        try await expectRemoval(isRepeating: true) { peer in
            for _ in 0..<200 { peer.sendRequest("dayline.bus.Health/Check") }
        }
    }

    @Test
    func `a frame above the size limit ends its sender's connection`() async throws {
        let body = Bytes(Array(repeating: UInt8(ascii: " "), count: WireLimits.frameBytes + 1))

        try await expectRemoval { $0.sendRequest("\(Probe.name)/Echo", body: body) }
    }

    @Test
    func `a message above the size limit ends its sender's connection`() async throws {
        let part = [UInt8](repeating: 0x20, count: 1 << 20)

        try await expectRemoval { peer in
            for number in 1...12 {
                _ = part.withUnsafeBytes { peer.socket.send($0, more: number < 12) }
            }
        }
    }

    @Test
    func `an event above the size limit is refused`() async throws {
        let bus = try await Bus()
        let fields = ["text": String(repeating: "x", count: BrokerLimits().eventBytes)]

        let status = await #expect(throws: Status.self) {
            try await bus.client.call(
                BusEvents.publish, .init(topic: "x", publisher: "test", number: 1, fields: fields))
        }

        #expect(status?.code == .resourceExhausted)
    }

    @Test
    func `a slow subscriber loses the oldest events, which the numbers show`() async throws {
        let bus = try await Bus()
        let received = Mutex<[Int64]>([])
        let isSubscribed = HandlerRecorder()
        let canContinue = HandlerRecorder()
        let subscription = Task {
            try await bus.client.stream(
                BusEvents.subscribe, .init(topics: []), CallOptions(deadline: .never, window: 4)
            ) { event in
                if event.topic == BusEvents.subscribed {
                    isSubscribed.record(.started)
                    return await canContinue.wait(for: .started)
                }
                received.withLock { $0.append(event.number) }
                if event.number == 2000 { throw CancellationError() }
            }
        }
        await isSubscribed.wait(for: .started)

        for number in 1...2000 as ClosedRange<Int64> {
            _ = try await bus.client.call(
                BusEvents.publish,
                .init(topic: "x", publisher: "test", number: number, fields: [:]))
        }
        canContinue.record(.started)
        _ = await subscription.result

        let numbers = received.withLock { $0 }
        #expect(numbers == Set(numbers).sorted())
        #expect(numbers.last == 2000)
        #expect(numbers.count < 300)
    }
}
