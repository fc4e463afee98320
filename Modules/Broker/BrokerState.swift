package import RPC
package import ZeroMQ

/// The broker without its socket: what arrived goes in with the time, what to send comes out. It
/// reads preambles, call ids and routes, and nothing behind them. It has one owner.
///
/// Every call that it takes in is answered by exactly one final: the worker's, or one made here.
package struct BrokerState {
    package typealias Instant = MonotonicInstant
    package typealias Action = BrokerAction

    let limits: BrokerLimits
    /// In nanoseconds, since they are reckoned with for each call.
    let heartbeat: Int64
    let idleHeartbeat: Int64
    let start: Instant
    /// The secret from which start tokens are derived; nil: any process may announce any service.
    let secret: StartSecret?
    /// True once the supervisor has said which services it means to run.
    var hasExpectation = false
    var workers: [UInt64: RegisteredWorker] = [:]
    var services: [RegisteredService] = []
    var serviceNumbers: [String: Int] = [:]
    var calls: CallTable
    var clients: [UInt64: BrokerClient] = [:]
    /// Routes as they were taken apart before, and the one that was asked for last.
    private var routes: [String: ParsedRoute] = [:]
    private var latestRoute: (path: String, route: ParsedRoute)?
    let sent: ByteBudget
    let answers: ByteBudget
    /// Messages that broke the protocol, or belonged to nothing.
    package internal(set) var malformed = 0
    /// The earliest moment for which `tick` is needed.
    package internal(set) var alarm: Instant?

    /// A broker that starts at `start`; `epoch` tells its calls from those of one before it.
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

    /// Takes in a request, an item or a final.
    ///
    /// - Parameters:
    ///   - preamble: Its first frame.
    ///   - call: Its second frame.
    ///   - peer: Whoever sent it.
    ///   - route: Its third frame; only a request's is read.
    ///   - content: Its frames from the third on.
    ///   - now: The time.
    ///   - actions: What is to be sent is appended.
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

    /// Takes in a message of two frames.
    package mutating func receive(
        signal preamble: Preamble, _ call: CallID, from peer: UInt64, now: Instant,
        into actions: inout [Action]
    ) {
        recordMessage(from: peer)
        switch preamble.kind {
        case .credit:
            if let slot = slot(call, of: peer) {
                signalClient(slot, preamble, &actions)
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

    /// Taking a route apart costs more than finding it.
    mutating func route(_ path: String) -> ParsedRoute? {
        if let latestRoute, latestRoute.path == path { return latestRoute.route }
        let known = routes[path]
        guard let route = known ?? ParsedRoute(path) else { return nil }
        if known == nil {
            if routes.count >= limits.cachedRoutes { routes.removeAll() }
            routes[path] = route
        }
        latestRoute = (path, route)
        return route
    }

    /// Counts a message that could not be read.
    package mutating func countMalformed() {
        malformed += 1
    }

    private mutating func recordMessage(from peer: UInt64) {
        workers[peer]?.recordMessage()
    }

    /// Peers whose end would matter: workers, and clients that wait for something.
    package var monitoredPeers: [UInt64] {
        Array(workers.keys) + clients.values.filter { !$0.calls.isEmpty }.map(\.peer)
    }

    /// Calls that are queued or with a worker.
    package var openCalls: Int { calls.count }

    /// Bytes of large frames that are kept for clients or workers.
    package var bufferedBytes: Int { sent.bytes + answers.bytes }

    /// The call of a worker's message, if it is that worker's to answer.
    private func slot(_ id: CallID, of peer: UInt64) -> Int? {
        guard let slot = calls.slot(of: id), calls[slot]?.worker == peer else { return nil }
        return slot
    }

    /// An answer to nothing: a worker that was given up on learns that it is not known.
    private mutating func rejectReply(_ call: CallID, _ peer: UInt64, _ actions: inout [Action]) {
        malformed += 1
        if workers[peer] == nil { actions.append(.signal(Preamble(.goodbye), .none, to: peer)) }
    }
}
