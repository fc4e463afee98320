import BusTestKit
import Contracts
import Foundation
import RPC
import Synchronization
import TestKit
import Testing
import Tracker
import ZeroMQ
import ZeroMQTransport

/// Lost, delayed and duplicated messages between processes: every call ends once, and acknowledged writes
/// are stored once.
@Suite(.serialized, .timeLimit(.minutes(3))) struct FaultTests {
    @Test(arguments: 1...2 as ClosedRange<UInt64>)
    func `every call that the broker accepted ends with exactly one final message`(seed: UInt64)
        async throws
    {
        let system = try await FaultySystem(
            workers: ["StorageWorker"], chances: .init(drop: 12, delay: 6, duplicate: 6), seed: seed
        )
        let caller = try await RawCaller(at: .ipc("\(system.folder)/bus.sock"))
        system.setFaults(true)

        // Half of the calls are repeatable, every third is a stream, and each has half a second.
        for number in 0..<300 {
            try await caller.sendRequest(number)
        }
        try await caller.waitForFinals()
        system.setFaults(false)
        // Delayed and duplicated messages arrive before this condition holds.
        try await eventually("no open call") {
            try await system.client.call(BusBroker.list, Empty()).workers.first?.inFlight == 0
        }
        let answered = try await system.client.call(Settings.list, Empty())

        let finals = try await caller.finals()
        #expect(finals.count == 300, "seed \(seed)")
        #expect(finals.values.allSatisfy { $0.count == 1 }, "seed \(seed)")
        let codes = Set(finals.values.joined())
        #expect(codes.isSubset(of: [.ok, .deadlineExceeded, .unavailable]), "\(codes)")
        #expect(codes.contains(.ok))
        #expect(answered.values.isEmpty)
        caller.close()
        withExtendedLifetime(system) {}
    }

    @Test(arguments: 1...2 as ClosedRange<UInt64>)
    func `a log request retried until acknowledged is stored once`(seed: UInt64) async throws {
        let system = try await FaultySystem(
            workers: ["StorageWorker", "TrackerWorker"],
            chances: .init(drop: 40, delay: 10, duplicate: 5), seed: seed)
        var fields = Activities.Fields()
        fields.type = .cumulative
        _ = try await system.client.call(
            Activities.add, Activities.AddRequest(name: "Water", fields: fields))
        system.setFaults(true)

        let logged = try await withThrowingTaskGroup { group in
            for caller in 0..<4 {
                group.addTask { try await Self.log(caller, 8, system.remote) }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        system.setFaults(false)

        let entries = try await system.client.call(
            Entries.list, Entries.ListRequest(activity: "Water"))
        #expect(entries.entries.compactMap(\.value).sorted() == logged.sorted(), "seed \(seed)")
        #expect(logged.count == 32)
        withExtendedLifetime(system) {}
    }

    /// Logs `count` values of a caller, each retried with its key until it is acknowledged.
    private static func log(_ caller: Int, _ count: Int, _ bus: Client) async throws -> [Double] {
        var values: [Double] = []
        for number in 0..<count {
            let value = Double(caller * 1000 + number)
            // Longer at each attempt, for slow machines.
            var limit = Duration.milliseconds(400)
            while true {
                do {
                    _ = try await bus.call(
                        Journal.log, Journal.LogRequest(activity: "Water", value: .number(value)),
                        CallOptions(
                            deadline: .after(limit), idempotencyKey: "k-\(value)"))
                    break
                } catch {
                    let retryable: [Status.Code] = [.deadlineExceeded, .unavailable, .dataLoss]
                    try #require(retryable.contains(error.code), "\(error)")
                    limit = min(limit * 2, .seconds(10))
                }
            }
            values.append(value)
        }
        return values
    }
}

/// A caller that records every final message it receives.
private final class RawCaller: Sendable {
    private struct State: ~Copyable {
        let socket: Socket
        var buffer = MessageBuffer(capacity: WireLimits.frames)
        var finals: [UInt64: [Status.Code]] = [:]
        var sentRequests = 0
    }

    private let loop: Loop
    private let state: LoopBound<State>

    init(at endpoint: Endpoint) async throws {
        let loop = try Loop()
        self.loop = loop
        state = try await loop.run {
            let socket = try Socket(
                .dealer, context: loop.context, maximumFrameBytes: WireLimits.frameBytes,
                queueLength: 1000)
            try socket.connect(endpoint.address)
            return LoopBound(State(socket: socket), on: loop)
        }
    }

    func sendRequest(_ number: Int) async throws {
        let isStream = number.isMultiple(of: 3)
        let request = Envelope(
            Preamble(
                .request, flags: number.isMultiple(of: 2) ? .repeatable : [], timeToLive: 500,
                number: isStream ? 8 : 0),
            call: CallID(high: 0, low: UInt64(number)),
            route: isStream ? "dayline.storage.Folds/Chunks" : "dayline.storage.Settings/List",
            body: Bytes(isStream ? "{\"metric\":\"stepCount\",\"from\":0,\"to\":1}" : "{}"))
        try await loop.run { [state] in
            state.with { state in
                state.sentRequests += 1
                let frames = request.frames
                for (index, frame) in frames.enumerated() {
                    frame.withUnsafeBytes {
                        _ = state.socket.send($0, more: index + 1 < frames.count)
                    }
                }
            }
        }
    }

    /// All final messages received so far, by call.
    func finals() async throws -> [UInt64: [Status.Code]] {
        try await loop.run { [state] in
            try state.with { state in
                while state.socket.receive(into: &state.buffer) {
                    let envelope = try Envelope(
                        frames: (0..<state.buffer.count).map {
                            Bytes(copying: state.buffer.bytes($0))
                        })
                    guard envelope.kind == .final else { continue }
                    state.finals[envelope.call.low, default: []].append(
                        Status.Code(rawValue: envelope.preamble.status) ?? .unknown)
                }
                return state.finals
            }
        }
    }

    /// Waits until each call has a final message.
    func waitForFinals() async throws {
        try await eventually("every final") {
            let sent = try await loop.run { [state] in state.with { $0.sentRequests } }
            return try await finals().count >= sent
        }
    }

    func close() {
        loop.stop()
    }
}
