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
    private(set) var state: State
    private var actions: [State.Action] = []
    private var deferredWork = DeferredWork()
    private var hasDeferredWork = false
    private var routes = RouteReader()

    init(port: consuming RouterPort, limits: BrokerLimits, secret: StartSecret?) {
        self.port = port
        state = State(limits: limits, start: .now, secret: secret)
    }

    /// Processes a few messages and then sends the results together, which costs libzmq's I/O thread fewer
    /// wake-ups. False if there are no more messages.
    mutating func processMessages(now: Instant) -> Bool {
        defer { perform(now: now) }
        for _ in 0..<Self.messagesPerRound {
            guard port.receive() else { return false }
            let peer = port.sender
            do {
                try receive(from: peer, now: now)
            } catch {
                state.countMalformed()
                reject(error, peer)
            }
        }
        return true
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
    mutating func consumeDisconnects() -> Bool { port.consumeDisconnects() }

    func send(_ envelope: borrowing Envelope, to peer: UInt64) -> Bool {
        port.send(envelope, to: peer)
    }

    func close(lingerMilliseconds: Int32) {
        port.close(lingerMilliseconds: lingerMilliseconds)
    }

    private mutating func receive(from peer: UInt64, now: Instant) throws(WireFault) {
        let count = port.buffer.receivedCount - 1
        guard count >= 2 else { throw .tooFewFrames(count) }
        guard count <= WireLimits.frames else { throw .tooManyFrames(count) }
        let preamble = try Preamble(port.buffer.bytes(1))
        let call = try CallID(port.buffer.bytes(2))
        guard preamble.kind.hasContent else {
            return state.receive(signal: preamble, call, from: peer, now: now, into: &actions)
        }
        guard preamble.kind != .ready else {
            let announcement = try announcement()
            return state.register(announcement, from: peer, now: now, into: &actions)
        }
        var route = ""
        if count > 2, preamble.kind == .request {
            let bytes = port.buffer.bytes(3)
            guard bytes.count <= WireLimits.routeBytes else { throw .routeTooLong(bytes.count) }
            route = routes.route(bytes)
        }
        state.receive(
            preamble, call, from: peer, route: route, content: port.buffer.moveFrames(from: 3),
            now: now, into: &actions)
    }

    private func announcement() throws(WireFault) -> WorkerAnnouncement {
        guard port.buffer.count > 5 else { throw .tooFewFrames(port.buffer.count - 1) }
        do {
            return try JSONBody.decode(
                WorkerAnnouncement.self, from: Bytes(copying: port.buffer.bytes(5)))
        } catch {
            throw .announcement
        }
    }

    private mutating func reject(_ fault: WireFault, _ peer: UInt64) {
        guard port.buffer.count > 2, let call = try? CallID(port.buffer.bytes(2)) else { return }
        actions.append(.fail(fault.status, call, to: peer))
    }

    private mutating func perform(now: Instant) {
        var index = 0
        while index < actions.count {
            if let disconnected = perform(actions[index]) {
                deferredWork.disconnectedPeers.append(disconnected)
                hasDeferredWork = true
                port.remove(disconnected)
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
            return port.send(preamble, call, content, isRetained: isRetained, to: peer) ? nil : peer
        case .signal(let preamble, let call, let peer):
            return port.send(Envelope(preamble, call: call), to: peer) ? nil : peer
        case .fail(let status, let call, let peer):
            return port.send(Envelope(final: status, call: call), to: peer) ? nil : peer
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
