import Broker
import RPC
import ZeroMQ

/// A broker's state with a simulated clock, and its actions.
struct SimulatedBroker {
    typealias State = BrokerState
    typealias Action = BrokerAction

    var state: State
    let limits: BrokerLimits
    var now: MonotonicInstant
    private var actions: [Action] = []

    /// A broker that has been running for a minute, unless `isFresh`.
    init(
        _ limits: BrokerLimits = BrokerLimits(), isFresh: Bool = false,
        secret: StartSecret? = nil
    ) {
        now = .now
        self.limits = limits
        let start = isFresh ? now : now.advanced(by: .seconds(-60))
        state = State(limits: limits, start: start, epoch: 1, secret: secret)
    }

    private static func frame(_ bytes: Int) -> [UInt8] { Array(repeating: 0x20, count: bytes) }

    static func id(_ number: Int) -> CallID { CallID(high: 0, low: UInt64(number)) }

    /// The messages sent since the previous call.
    mutating func removeSent() -> [SentMessage] {
        defer { actions = [] }
        return actions.compactMap(SentMessage.init)
    }

    mutating func advance(_ duration: Duration) {
        now = now.advanced(by: duration)
        state.tick(now: now, into: &actions)
    }

    mutating func register(
        _ peer: UInt64, instance: String? = nil, name: String = "w", services: [String] = ["s"],
        capacity: Int = 2, token: String? = nil, scopes: [String: Scope]? = nil,
        isByProfile: Bool? = nil, bulkOf: String? = nil
    ) {
        let announcement = WorkerAnnouncement(
            instance: instance ?? "w\(peer)", name: name, pid: 1, capacity: capacity,
            services: services.map { .init(name: $0, version: 1, scopes: scopes) }, token: token,
            isByProfile: isByProfile, bulkOf: bulkOf)
        state.register(announcement, from: peer, now: now, into: &actions)
    }

    mutating func request(
        _ number: Int, from client: UInt64, route: String = "s/M", repeatable: Bool = false,
        timeToLive: UInt32 = 0, credit: UInt32 = 0, bytes: Int = 0, profile: String? = nil,
        flags: MessageFlags = []
    ) {
        let header = profile.map { Array("{\"profile\":\"\($0)\"}".utf8) } ?? Self.frame(bytes)
        state.receive(
            Preamble(
                .request, flags: flags.union(repeatable ? .repeatable : []), timeToLive: timeToLive,
                number: credit),
            Self.id(number), from: client, route: route,
            content: FrameList(copying: [Array("request \(number)".utf8), header]),
            now: now,
            into: &actions)
    }

    mutating func send(
        _ kind: MessageKind, _ id: CallID, from peer: UInt64, number: UInt32 = 0,
        status: Status.Code = .ok, bytes: Int = 0, flags: MessageFlags = []
    ) {
        let preamble = Preamble(kind, flags: flags, status: status.rawValue, number: number)
        if kind.hasContent {
            state.receive(
                preamble, id, from: peer, route: "",
                content: FrameList(copying: bytes > 0 ? [Self.frame(bytes)] : []), now: now,
                into: &actions)
        } else {
            state.receive(signal: preamble, id, from: peer, now: now, into: &actions)
        }
    }

    mutating func identify(_ holder: KeyHolder, _ peer: UInt64) {
        state.identify(holder, peer, now: now, into: &actions)
    }

    mutating func disconnect(_ peer: UInt64) {
        state.removePeer(peer, now: now, into: &actions)
    }

    mutating func reportEnded(_ instance: String) {
        state.removeInstance(instance, now: now, into: &actions)
    }

    mutating func expect(_ services: String..., absences: [String: String] = [:]) {
        state.expect(services, absences: absences, now: now, into: &actions)
    }

    /// The most recent failure that the broker reported itself.
    var failure: Status? {
        actions.lazy.compactMap { action in
            if case .fail(let status, _, _) = action { status } else { nil }
        }.last
    }
}

/// A message that the broker sent.
struct SentMessage: Hashable {
    var kind: MessageKind
    var id: CallID
    var peer: UInt64
    var status: Status.Code
    var preamble: Preamble

    /// Nil for actions that send no message.
    init?(_ action: BrokerAction) {
        switch action {
        case .forward(let preamble, let id, _, _, let peer),
            .signal(let preamble, let id, let peer):
            kind = preamble.kind
            self.id = id
            self.peer = peer
            status = Status.Code(rawValue: preamble.status) ?? .unknown
            self.preamble = preamble
        case .fail(let failure, let id, let peer):
            kind = .final
            self.id = id
            self.peer = peer
            status = failure.code
            preamble = Preamble(.final, status: failure.code.rawValue)
        case .publish, .serve: return nil
        }
    }
}

extension [SentMessage] {
    func sent(_ kind: MessageKind, to peer: UInt64) -> [SentMessage] {
        filter { $0.kind == kind && $0.peer == peer }
    }

    /// The id of the request sent to the worker; nil unless there is exactly one.
    func request(to worker: UInt64) -> CallID? {
        let requests = sent(.request, to: worker)
        return requests.count == 1 ? requests[0].id : nil
    }

    /// The status that the client's call ended with; nil unless there is exactly one final.
    func end(of number: Int, for client: UInt64) -> Status.Code? {
        let finals = sent(.final, to: client).filter { $0.id == SimulatedBroker.id(number) }
        return finals.count == 1 ? finals[0].status : nil
    }
}
