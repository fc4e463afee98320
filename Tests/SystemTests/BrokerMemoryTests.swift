import BusTestKit
import Foundation
import RPC
import Testing
import ZeroMQ
import ZeroMQTransport

/// The memory of a broker whose clients send as fast as they can.
@Suite(.serialized, .timeLimit(.minutes(5))) struct BrokerMemoryTests {
    private static let peakLimit = 256 << 10
    private static let route = "dayline.tracker.Statistics/Today"

    @Test func `messages of 800 MB are disconnected before they fill the broker's memory`()
        async throws
    {
        let system = try DaylineSystem()
        let sender = try Sender(to: system, clients: 4)
        let part = [UInt8](repeating: 0x20, count: 7 << 20)

        for client in 0..<4 {
            try await sender.send(
                client, [part] + Array(repeating: part, count: 114), route: Self.route)
        }

        try await check(system)
        sender.stop()
    }

    @Test func `calls to a worker that hangs do not fill the broker's memory`() async throws {
        let system = try DaylineSystem()
        let worker = try #require(try system.pid(of: "tracker"))
        let sender = try Sender(to: system, clients: 10)
        let body = [UInt8](repeating: 0x20, count: 7 << 20)

        kill(worker, SIGSTOP)
        for number in 0..<150 {
            try await sender.send(number % 10, [body], route: Self.route)
        }
        try await sender.flush()

        try await check(system)
        kill(worker, SIGCONT)
        sender.stop()
    }

    /// Checks that the broker responds, was not restarted, and its peak memory is within the limit.
    private func check(_ system: DaylineSystem) async throws {
        _ = try system.json("services")
        let broker = try #require(try system.pid(of: "broker"))
        let status = try String(contentsOfFile: "/proc/\(broker)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        let peak = try #require(line.split(separator: " ").dropFirst().compactMap { Int($0) }.first)
        #expect(peak <= Self.peakLimit, "\(peak) KiB")
        let workers = try #require(try system.json("status")["workers"] as? [[String: Any]])
        #expect(workers.first { $0["name"] as? String == "broker" }?["restarts"] as? Int == 0)
    }
}

/// Sockets that send arbitrary frames and read responses.
private final class Sender: Sendable {
    private let loop: Loop
    private let sockets: LoopBound<[SocketBox]>

    private final class SocketBox {
        let socket: Socket
        var calls: UInt64 = 0

        init(_ socket: consuming Socket) {
            self.socket = socket
        }
    }

    init(to system: DaylineSystem, clients: Int) throws {
        let loop = try Loop()
        self.loop = loop
        let address = "ipc://\(system.home)/run/bus.sock"
        let boxes = try (0..<clients).map { _ in
            let socket = try Socket(
                .dealer, context: loop.context, maximumFrameBytes: 1 << 30, queueLength: 1000)
            try socket.connect(address)
            return SocketBox(socket)
        }
        sockets = LoopBound(boxes, on: loop)
    }

    /// Sends a request whose body and columns are `frames`.
    func send(_ client: Int, _ frames: [[UInt8]], route: String) async throws {
        try await loop.run { [self] in
            sockets.with { boxes in
                let box = boxes[client]
                box.calls += 1
                let head = Envelope(
                    Preamble(.request, timeToLive: 60_000),
                    call: CallID(high: UInt64(client) + 1, low: box.calls),
                    route: route
                ).frames.prefix(4)
                for frame in head {
                    frame.withUnsafeBytes { _ = box.socket.send($0, more: true) }
                }
                for (index, frame) in frames.enumerated() {
                    frame.withUnsafeBytes {
                        _ = box.socket.send($0, more: index + 1 < frames.count)
                    }
                }
            }
        }
    }

    /// Waits until each connection has a response to a health check that was sent last.
    func flush() async throws {
        try await loop.run { [self] in
            sockets.with { boxes in
                var buffer = MessageBuffer(capacity: WireLimits.frames)
                for (client, box) in boxes.enumerated() {
                    let id = CallID(high: UInt64(client) + 1, low: 1 << 40)
                    let frames = Envelope(
                        Preamble(.request), call: id, route: "dayline.bus.Health/Check",
                        body: Bytes("{}")
                    ).frames
                    for (index, frame) in frames.enumerated() {
                        frame.withUnsafeBytes {
                            _ = box.socket.send($0, more: index + 1 < frames.count)
                        }
                    }
                    let end = ContinuousClock.now + .seconds(30)
                    var isAnswered = false
                    while !isAnswered, ContinuousClock.now < end {
                        guard box.socket.receive(into: &buffer) else {
                            usleep(1000)
                            continue
                        }
                        isAnswered = (try? CallID(buffer.bytes(1))) == id
                    }
                    #expect(isAnswered)
                }
            }
        }
    }

    func stop() {
        loop.stop()
    }
}
