package import RPC
package import ZeroMQ

/// The broker without its socket: messages and the current time go in, messages to send come out. Only
/// preambles, call ids and routes are decoded. Not thread-safe.
///
/// Every accepted call is answered by exactly one final: the worker's, or one created here.
package struct BrokerState {
    package typealias Instant = MonotonicInstant
    package typealias Action = BrokerAction

    let limits: BrokerLimits
    /// The interval of heartbeats with open calls, in nanoseconds, because intervals are divided
    /// for each call.
    let heartbeat: Int64
    /// The interval of heartbeats without open calls, in nanoseconds.
    let idleHeartbeat: Int64
    let start: Instant
    /// The secret of the start's tokens. Nil: any process may announce any service.
    let secret: StartSecret?
    /// True after the supervisor has named the services that it intends to run.
    var hasExpectation = false
    var workers: [UInt64: RegisteredWorker] = [:]
    var services: [RegisteredService] = []
    var serviceNumbers: [String: Int] = [:]
    var calls: CallTable
    var clients: [UInt64: BrokerClient] = [:]
    /// The keys of the peers on other machines.
    var holders: [UInt64: KeyHolder] = [:]
    /// The parsed routes by their text.
    private var routes: [String: ParsedRoute] = [:]
    /// The most recent route, which the next message is likely to have.
    private var latestRoute: (path: String, route: ParsedRoute)?
    let sent: ByteBudget
    let answers: ByteBudget
    /// Messages that violated the protocol or belonged to no call.
    package internal(set) var malformed = 0
    /// The earliest instant at which `tick` is needed; nil for none.
    package internal(set) var alarm: Instant?

    /// A broker that starts at `start`. `epoch` distinguishes its call ids from those of a previous broker.
    package init(
        limits: BrokerLimits = BrokerLimits(), start: Instant,
        epoch: UInt64 = .random(in: 1 ... .max), secret: StartSecret? = nil
    ) {
        self.limits = limits
        self.secret = secret
        heartbeat = limits.heartbeat.nanoseconds
        idleHeartbeat = limits.idleHeartbeat.nanoseconds
        self.start = start
        sent = ByteBudget(perClient: limits.sentBytesPerClient, total: limits.sentBytes)
        answers = ByteBudget(perClient: limits.answerBytesPerClient, total: limits.answerBytes)
        calls = CallTable(epoch: epoch)
    }

    var startupEnd: Instant { start.advanced(by: limits.startupPeriod) }

    /// Handles a request, an item or a final.
    ///
    /// - Parameters:
    ///   - preamble: The first frame.
    ///   - call: The second frame.
    ///   - peer: The sender.
    ///   - route: The third frame of a request; ignored for other kinds.
    ///   - content: The frames from the third on.
    ///   - now: The current time.
    ///   - actions: Receives the messages to send.
    package mutating func receive(
        _ preamble: Preamble, _ call: CallID, from peer: UInt64, route: String, content: FrameList,
        now: Instant, into actions: inout [Action]
    ) {
        recordMessage(from: peer)
        switch preamble.kind {
        case .request: request(preamble, call, peer, route, content, now, &actions)
        case .final:
            if let slot = slot(call, of: peer) {
                finish(slot, preamble, content, now, &actions)
            } else {
                rejectReply(call, peer, &actions)
            }
        case .item:
            if let slot = slot(call, of: peer) {
                forwardToClient(slot, preamble, content, &actions)
            } else if let slot = clients[peer]?.calls[call] {
                forwardToWorker(slot, preamble, content, &actions)
            } else if sent.charge(content, to: peer) {
                actions.append(.serve(preamble, call, content, from: peer))
            }
        default: malformed += 1
        }
    }

    /// Handles a message of two frames.
    package mutating func receive(
        signal preamble: Preamble, _ call: CallID, from peer: UInt64, now: Instant,
        into actions: inout [Action]
    ) {
        recordMessage(from: peer)
        switch preamble.kind {
        case .credit:
            if let slot = slot(call, of: peer) {
                signalClient(slot, preamble.withLimitedCredit, &actions)
            } else {
                grant(preamble, call, peer, &actions)
            }
        case .end:
            if let slot = clients[peer]?.calls[call] {
                signalWorker(slot, preamble, &actions)
            } else {
                actions.append(.serve(preamble, call, nil, from: peer))
            }
        case .cancel: cancel(preamble, call, peer, &actions)
        case .ping: actions.append(.signal(Preamble(.pong), call, to: peer))
        case .pong: recomputeAlarm()
        case .drain: drain(peer, now, &actions)
        case .goodbye: remove(peer, .goodbye, now, &actions)
        default: malformed += 1
        }
    }

    /// The parsed route, cached because parsing costs more than a lookup; nil if `path` is malformed.
    mutating func route(_ path: String) -> ParsedRoute? {
        if let latestRoute, latestRoute.path == path { return latestRoute.route }
        let cached = routes[path]
        guard let route = cached ?? ParsedRoute(path) else { return nil }
        if cached == nil {
            if routes.count >= limits.cachedRoutes { routes.removeAll() }
            routes[path] = route
        }
        latestRoute = (path, route)
        return route
    }

    /// Counts a message that could not be decoded.
    package mutating func countMalformed() {
        malformed += 1
    }

    private mutating func recordMessage(from peer: UInt64) {
        workers[peer]?.recordMessage()
    }

    /// Peers whose disconnection has to be noticed: workers, those on other machines, and clients with open
    /// calls.
    package var monitoredPeers: [UInt64] {
        Array(Set(workers.keys).union(holders.keys))
            + clients.values.filter { !$0.calls.isEmpty }.map(\.peer)
    }

    /// Number of calls that are queued or running.
    package var openCalls: Int { calls.count }

    /// Bytes of large frames in memory for clients or workers.
    package var bufferedBytes: Int { sent.bytes + answers.bytes }

    /// The slot of the call that a worker's message belongs to; nil unless `peer` runs this call.
    private func slot(_ id: CallID, of peer: UInt64) -> Int? {
        guard let slot = calls.slot(of: id), let worker = calls[slot]?.worker,
            worker.peer == peer || worker.bulkPeer == peer
        else { return nil }
        return slot
    }

    /// Counts a message of an unknown call. An unknown worker is asked to announce itself again.
    private mutating func rejectReply(_ call: CallID, _ peer: UInt64, _ actions: inout [Action]) {
        malformed += 1
        if workers[peer] == nil, worker(withBulk: peer) == nil {
            actions.append(.signal(Preamble(.goodbye), .none, to: peer))
        }
    }
}
