import RPC
import ZeroMQ
import ZeroMQTransport

/// The broker's socket and state, used on their loop.
struct BrokerShell: ~Copyable {
    typealias State = BrokerState
    typealias Instant = MonotonicInstant

    /// Work that may use the socket again, and therefore waits until the socket is not in use.
    struct DeferredWork {
        /// Messages for the broker's own services.
        var messages: [(envelope: Envelope, peer: UInt64)] = []
        /// Peers found to be disconnected.
        var disconnectedPeers: [UInt64] = []
        var events: [(topic: String, fields: [String: String])] = []
    }

    /// With more, libzmq's I/O thread would wait while they are processed.
    static let messagesPerRound = 8

    private var port: RouterPort
    /// Accepts connections over TCP; nil without such.
    private var remote: RouterPort?
    /// The holder of an authenticated key; nil if the key was revoked.
    private let identifyHolder: (PeerAuthentication) -> KeyHolder?
    private(set) var state: State
    private var actions: [State.Action] = []
    private var deferredWork = DeferredWork()
    private var hasDeferredWork = false
    private var routes = RouteReader()

    init(
        port: consuming RouterPort, limits: BrokerLimits, secret: StartSecret?,
        identifyHolder: @escaping (PeerAuthentication) -> KeyHolder?
    ) {
        self.port = port
        self.identifyHolder = identifyHolder
        state = State(limits: limits, start: .now, secret: secret)
    }

    /// Processes a few messages and then sends the results together, which costs libzmq's I/O thread fewer
    /// wake-ups. False if there are no more messages.
    mutating func processMessages(now: Instant) -> Bool {
        defer { perform(now: now) }
        let hasMore = processLocalMessages(now)
        return processRemoteMessages(now) || hasMore
    }

    private mutating func processLocalMessages(_ now: Instant) -> Bool {
        for _ in 0..<Self.messagesPerRound {
            guard port.receive() else { return false }
            let peer = port.sender
            handle(port.decode(&routes), from: peer, now)
        }
        return true
    }

    private mutating func processRemoteMessages(_ now: Instant) -> Bool {
        for _ in 0..<Self.messagesPerRound {
            guard remote?.receive() ?? false else { return false }
            // Messages without a key, and those of a key that was revoked since, have no effect.
            guard let authentication = remote?.authentication, let peer = remote?.sender,
                let holder = state.holder(authentication, peer) ?? identifyHolder(authentication)
            else { continue }
            state.identify(holder, peer, now: now, into: &actions)
            if let message = remote?.decode(&routes, caller: holder.access) {
                handle(message, from: peer, now)
            }
        }
        return true
    }

    private mutating func handle(_ message: IncomingMessage, from peer: UInt64, _ now: Instant) {
        switch message {
        case .signal(let preamble, let call):
            state.receive(signal: preamble, call, from: peer, now: now, into: &actions)
        case .announcement(let announcement):
            state.register(announcement, from: peer, now: now, into: &actions)
        case .content(let preamble, let call, let route, let content):
            state.receive(
                preamble, call, from: peer, route: route, content: content, now: now,
                into: &actions)
        case .malformed(let fault, let call):
            state.countMalformed()
            if let call { actions.append(.fail(fault.status, call, to: peer)) }
        }
    }

    /// Changes the state, and performs the resulting actions.
    mutating func change(now: Instant, _ body: (inout State, inout [State.Action]) -> Void) {
        body(&state, &actions)
        perform(now: now)
    }

    /// The deferred work; nil without any.
    mutating func popDeferredWork() -> DeferredWork? {
        guard hasDeferredWork else { return nil }
        hasDeferredWork = false
        defer { deferredWork = DeferredWork() }
        return deferredWork
    }

    mutating func listen(handler: @escaping (_ hasMonitorEvents: Bool) -> Bool) throws(ZeroMQError)
    {
        try port.listen(handler: handler)
    }

    /// True if a connection was closed since the previous call.
    mutating func consumeDisconnects() -> Bool {
        let hasRemote = remote?.consumeDisconnects() ?? false
        return port.consumeDisconnects() || hasRemote
    }

    /// Accepts connections over TCP at an endpoint, instead of at the previous one; nil for none.
    /// - Returns: The peers of the previous endpoint, whose calls have ended.
    /// - Throws: FAILED_PRECONDITION if the endpoint cannot be bound.
    mutating func replaceRemote(
        with endpoint: Endpoint?, _ keys: CurveKeyPair?, loop: Loop,
        handler: @escaping (_ hasMonitorEvents: Bool) -> Bool
    ) throws -> [UInt64] {
        remote?.close(lingerMilliseconds: 0)
        remote = nil
        let peers = Array(state.holders.keys)
        change(now: .now) { state, actions in
            for peer in peers { state.removePeer(peer, now: .now, into: &actions) }
        }
        guard let endpoint, let keys else { return peers }
        do {
            var port = try RouterPort(loop: loop, keys: keys)
            try port.bind(endpoint)
            try port.listen(handler: handler)
            remote = consume port
        } catch {
            throw Status(
                .failedPrecondition, "\(endpoint) cannot be bound (\(error)).",
                hint: "Use an address of this machine and a free port.")
        }
        return peers
    }

    /// The peers on other machines.
    var holders: [KeyHolder] { Array(state.holders.values) }

    /// The address of the port for connections over TCP; nil without one.
    var remoteAddress: String? { mutating get { remote?.boundAddress } }

    mutating func send(_ envelope: borrowing Envelope, to peer: UInt64) -> Bool {
        guard RouterPort.isRemote(peer) else { return port.send(envelope, to: peer) }
        return remote?.send(envelope, to: peer) ?? false
    }

    mutating func close(lingerMilliseconds: Int32) {
        port.close(lingerMilliseconds: lingerMilliseconds)
        remote?.close(lingerMilliseconds: lingerMilliseconds)
        remote = nil
    }

    private mutating func perform(now: Instant) {
        var index = 0
        while index < actions.count {
            if let disconnected = perform(actions[index]) {
                deferredWork.disconnectedPeers.append(disconnected)
                hasDeferredWork = true
                if RouterPort.isRemote(disconnected) {
                    remote?.remove(disconnected)
                } else {
                    port.remove(disconnected)
                }
                state.removePeer(disconnected, now: now, into: &actions)
            }
            index += 1
        }
        actions.removeAll(keepingCapacity: true)
    }

    /// Performs an action. Returns its peer if that has disconnected, nil otherwise.
    private mutating func perform(_ action: State.Action) -> UInt64? {
        switch action {
        case .forward(let preamble, let call, let content, let isRetained, let peer):
            let isSent =
                RouterPort.isRemote(peer)
                ? remote?.send(preamble, call, content, isRetained: isRetained, to: peer) ?? false
                : port.send(preamble, call, content, isRetained: isRetained, to: peer)
            return isSent ? nil : peer
        case .signal(let preamble, let call, let peer):
            return send(Envelope(preamble, call: call), to: peer) ? nil : peer
        case .fail(let status, let call, let peer):
            return send(Envelope(final: status, call: call), to: peer) ? nil : peer
        case .serve(let preamble, let call, let content, let peer):
            let envelope = Envelope(preamble, call: call, content: content)
            deferredWork.messages.append((envelope, peer))
            hasDeferredWork = true
            return nil
        case .publish(let topic, let fields):
            deferredWork.events.append((topic, fields))
            hasDeferredWork = true
            return nil
        }
    }
}

extension Envelope {
    /// A message whose frames from the route on are `content`.
    fileprivate init(_ preamble: Preamble, call: CallID, content: FrameList?) {
        self.init(preamble, call: call)
        guard let content else { return }
        if content.count > 0 { route = String(decoding: content.bytes(0), as: UTF8.self) }
        if content.count > 1 { header = Bytes(content.bytes(1), owner: content.owner) }
        if content.count > 2 { body = Bytes(content.bytes(2), owner: content.owner) }
        if content.count > 3 {
            columns = (3..<content.count).map { Bytes(content.bytes($0), owner: content.owner) }
        }
    }
}
