import CivilTime
import Contracts
import Glibc
import HostFiles
import Notifications
import RPC
import Synchronization

/// The durable log of evaluations and deliveries: one JSON document for each line, appended.
///
/// A line has a position and the deliveries that it causes, so that a process that is killed loses or
/// repeats no evaluation. An incomplete last line was never acted on, and is removed.
final class DeliveryLog: Sendable {
    private struct State {
        var descriptor: Int32
        var positions: [String: EvaluatedPosition] = [:]
        /// By delivery, the newest change before this process read its facts, and the time at which the
        /// delivery was written. The facts are the data of the profile that the conditions are evaluated
        /// with.
        var facts: [String: (change: Int64, written: ContinuousClock.Instant)] = [:]
        var deliveries: [String: DeliveryRecord] = [:]
        var lines = 0
    }

    /// The number of ended deliveries that are retained.
    static let retainedDeliveries = 1000
    /// The time for which the facts of a new delivery are current if the profile has not changed.
    private static let factsLifetime = Duration.seconds(2)
    /// The number of lines after which the file is written again.
    private static let lineLimit = 20_000
    private static let sizeLimit = 256 << 20

    private let path: String
    private let state: Mutex<State>

    /// - Throws: FAILED_PRECONDITION if the file cannot be read or written.
    init(path: String) throws {
        self.path = path
        var state = State(descriptor: -1)
        let bytes = try Files.readIfPresent(path, limit: Self.sizeLimit) ?? []
        for text in bytes.split(separator: UInt8(ascii: "\n")) {
            // A line that a crash cut off.
            guard let line = try? JSONBody.decode(DeliveryLogLine.self, from: Bytes(Array(text)))
            else { continue }
            Self.apply(line, to: &state)
        }
        self.state = Mutex(state)
        try self.state.withLock { try rewrite(&$0) }
    }

    deinit {
        state.withLock { _ = Glibc.close($0.descriptor) }
    }

    func position(of profile: String) -> EvaluatedPosition? {
        state.withLock { $0.positions[profile] }
    }

    /// The profiles with a position or delivery.
    var profiles: Set<String> {
        state.withLock { state in
            Set(state.positions.keys).union(state.deliveries.values.map(\.profile))
        }
    }

    /// The deliveries of a profile, oldest first.
    func deliveries(of profile: String) -> [DeliveryRecord] {
        state.withLock { Self.inOrder($0.deliveries.values.filter { $0.profile == profile }) }
    }

    /// The deliveries that wait for a channel, oldest first.
    func waiting(_ profile: String, _ channel: String) -> [DeliveryRecord] {
        state.withLock { state in
            Self.inOrder(
                state.deliveries.values.filter {
                    $0.state == .waiting && $0.profile == profile && $0.channel == channel
                })
        }
    }

    /// The delivery of a token; nil if no delivery has the token.
    func delivery(token: String) -> DeliveryRecord? {
        guard !token.isEmpty else { return nil }
        return state.withLock { $0.deliveries.values.first { $0.token == token } }
    }

    func delivery(_ id: String) -> DeliveryRecord? {
        state.withLock { $0.deliveries[id] }
    }

    /// True if a person has answered the delivery, or completed or skipped the activity of the same
    /// notification on another channel.
    func isAnswered(_ delivery: DeliveryRecord) -> Bool {
        if delivery.action != nil { return true }
        let ended = [Action.done.rawValue, Action.skip.rawValue]
        return deliveries(of: delivery.profile).contains { other in
            other.notification.key == delivery.notification.key
                && other.action.map(ended.contains) ?? false
        }
    }

    private typealias Action = Contracts.Notifications.Action

    /// The newest change before the facts of a delivery were read; nil: they have to be read again.
    func change(beforeFactsOf id: String) -> Int64? {
        state.withLock { state in
            guard let facts = state.facts[id] else { return nil }
            if facts.written.duration(to: .now) < Self.factsLifetime { return facts.change }
            state.facts[id] = nil
            return nil
        }
    }

    /// Appends a line. With deliveries it is on disk when the call returns.
    /// `change` is the newest one before the facts of the deliveries were read; nil: the facts are read
    /// before the first attempt.
    func append(_ line: DeliveryLogLine, factsAfter change: Int64? = nil) throws {
        try state.withLock { state in
            try write([line], to: state.descriptor, isDurable: !line.deliveries.isEmpty)
            Self.apply(line, to: &state)
            if let change {
                for delivery in line.deliveries { state.facts[delivery.id] = (change, .now) }
            }
            state.lines += 1
            if state.lines > Self.lineLimit { try rewrite(&state) }
        }
    }

    /// Changes a delivery with its line. Nil, and nothing is written, if there is no such delivery or
    /// `change` returns nil.
    @discardableResult
    func update(
        _ id: String, _ change: (DeliveryRecord) -> DeliveryRecord?
    ) throws -> DeliveryRecord? {
        try state.withLock { state in
            guard let next = state.deliveries[id].flatMap(change) else { return nil }
            let line = DeliveryLogLine(deliveries: [next])
            try write([line], to: state.descriptor, isDurable: true)
            Self.apply(line, to: &state)
            state.facts[id] = nil
            state.lines += 1
            return next
        }
    }

    /// Removes the deliveries and the position of a profile, or only those of a channel.
    func remove(profile: String, channel: String? = nil) throws {
        try state.withLock { state in
            state.deliveries = state.deliveries.filter { _, delivery in
                delivery.profile != profile || channel != nil && delivery.channel != channel
            }
            if channel == nil { state.positions[profile] = nil }
            try rewrite(&state)
        }
    }

    private static func inOrder(
        _ deliveries: some Sequence<DeliveryRecord>
    ) -> [DeliveryRecord] {
        deliveries.sorted { ($0.due, $0.id) < ($1.due, $1.id) }
    }

    private static func apply(_ line: DeliveryLogLine, to state: inout State) {
        if let profile = line.profile, let position = line.position.flatMap({ LocalTime($0) }) {
            state.positions[profile] =
                state.positions[profile]?.followed(by: position, evaluated: line.evaluated)
                ?? EvaluatedPosition(time: position, evaluated: line.evaluated)
        }
        for delivery in line.deliveries { state.deliveries[delivery.id] = delivery }
    }

    /// Replaces the file by one with the present positions and deliveries.
    private func rewrite(_ state: inout State) throws {
        let ended = Self.inOrder(state.deliveries.values.filter { $0.state != .waiting })
        for delivery in ended.dropLast(Self.retainedDeliveries) {
            state.deliveries[delivery.id] = nil
        }
        let lines =
            state.positions.sorted { $0.key < $1.key }.flatMap { profile, position in
                (position.earlier.reversed() + [position.time]).map { time in
                    DeliveryLogLine(
                        profile: profile, position: time.description,
                        evaluated: position.evaluated)
                }
            }
            + Self.inOrder(state.deliveries.values).map { DeliveryLogLine(deliveries: [$0]) }
        try Files.writeAtomically(lines.flatMap(Self.bytes), to: path)
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw HostFileError.system(operation: "open", path: path, code: errno)
        }
        if state.descriptor >= 0 { _ = Glibc.close(state.descriptor) }
        state.descriptor = descriptor
        state.lines = lines.count
    }

    private func write(
        _ lines: [DeliveryLogLine], to descriptor: Int32, isDurable: Bool
    ) throws {
        // The line feed before it ends a line that an earlier failed write cut off.
        let bytes = try [UInt8(ascii: "\n")] + lines.flatMap(Self.bytes)
        try Files.write(bytes, to: descriptor, path: path)
        guard !isDurable || fdatasync(descriptor) == 0 else {
            throw HostFileError.system(operation: "write", path: path, code: errno)
        }
    }

    private static func bytes(_ line: DeliveryLogLine) throws -> [UInt8] {
        try JSONBody.encode(line).array(of: UInt8.self) + [UInt8(ascii: "\n")]
    }
}
