import Broker
import BusTestKit
import Glibc
import RPC
import Randomness
import Synchronization
import TestKit
import Testing
import ZeroMQ
import ZeroMQTransport

/// Real sockets with repeated failures.
@Suite(.cleanup, .timeLimit(.minutes(2)))
struct BrokerStressTests {
    @Test
    func `every call ends when workers are killed repeatedly`() async throws {
        let bus = try await Bus()
        _ = try await bus.client.call(BusBroker.expect, .init(services: [Probe.name]))
        let isOver = Mutex(false)
        let killing = Task {
            for generation in 0..<20 {
                let worker = try await bus.worker(Probe(), instance: "probe-\(generation)")
                // Each worker answers some calls.
                try await eventually("20 calls") {
                    worker.connection.load.served >= 20 || isOver.withLock { $0 }
                }
                await worker.kill()
            }
            return try await bus.worker(Probe(), instance: "probe-last")
        }

        let answered = try await withThrowingTaskGroup(of: Int.self) { group in
            for caller in 0..<4 {
                group.addTask {
                    var answered = 0
                    for number in 0..<250 {
                        let text = "\(caller)-\(number)"
                        do {
                            let reply = try await bus.client.call(Probe.echo, .init(text: text))
                            #expect(reply.text == text)
                            answered += 1
                        } catch {
                            #expect(Status(describing: error).code == .unavailable, "\(error)")
                        }
                    }
                    return answered
                }
            }
            return try await group.reduce(0, +)
        }
        isOver.withLock { $0 = true }
        let last = try await killing.value

        // The call is repeatable and a worker is expected, so that few calls fail.
        #expect(answered > 900)
        let after = try await bus.client.call(Probe.echo, .init(text: "after"))
        #expect(after.text == "after")
        await last.drain()
        // The goodbye is still being sent.
        try await eventually("the removal of the worker") {
            try await bus.broker.listing().workers.isEmpty
        }
    }

    @Test
    func `malformed messages of a peer do not affect other peers`() async throws {
        let bus = try await Bus()
        _ = try await bus.worker(Probe())
        let loop = try Loop()
        let address = bus.endpoint.address

        for seed in 0..<20 as Range<UInt64> {
            try await loop.run {
                var random = SplitMix64(seed: seed)
                let socket = try Socket(
                    .dealer, context: loop.context, maximumFrameBytes: 1 << 20,
                    queueLength: 1000)
                socket.setLinger(milliseconds: 1000)
                try socket.connect(address)
                for _ in 0..<100 { MalformedMessages.send(to: socket, &random) }
            }
        }
        // The messages are counted after they have arrived.
        try await eventually("the malformed messages") {
            try await bus.broker.listing().malformed >= 100
        }

        #expect(try await bus.client.call(Probe.echo, .init(text: "still")).text == "still")
        loop.stop()
    }
}

private enum MalformedMessages {
    static func send(to socket: borrowing Socket, _ random: inout SplitMix64) {
        var frames = Envelope(
            Preamble(.request, timeToLive: 100), call: CallID(high: random.next(), low: 1),
            route: "\(Probe.name)/Echo", body: Bytes("{}")
        ).frames
        if random.happens(oneIn: 3) { frames.removeLast(random.below(frames.count)) }
        for _ in 0..<random.below(4) {
            let index = random.below(frames.count)
            var bytes = frames[index].array(of: UInt8.self)
            if bytes.isEmpty || random.happens(oneIn: 3) {
                bytes = (0..<random.below(300)).map { _ in
                    UInt8(truncatingIfNeeded: random.next())
                }
            } else {
                bytes[random.below(bytes.count)] = UInt8(truncatingIfNeeded: random.next())
            }
            frames[index] = Bytes(bytes)
        }
        if random.happens(oneIn: 10) { frames += Array(repeating: Bytes.empty, count: 100) }
        for (index, frame) in frames.enumerated() {
            frame.withUnsafeBytes { _ = socket.send($0, more: index + 1 < frames.count) }
        }
    }
}
