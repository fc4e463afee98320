import RPC
import ZeroMQ

/// A call between its request and its final.
final class BrokerCall {
    enum Phase {
        /// Waits for a worker with free capacity. Fails at `until` if the service has no worker by then.
        case queued(until: MonotonicInstant?)
        /// The peer is the connection of the worker that the call was sent on.
        case running(worker: RegisteredWorker, peer: UInt64, since: MonotonicInstant)
    }

    let client: BrokerClient
    /// The id assigned by the client.
    let clientCall: CallID
    /// The id sent to the current worker.
    var workerCall: CallID
    let route: ParsedRoute
    /// Index of the service; nil for a call to one instance.
    let queue: Int?
    let flags: MessageFlags
    let deadline: Deadline
    /// Credit that the client granted before the call was sent to a worker.
    var credit: UInt32
    var phase = Phase.queued(until: nil)
    /// The profile by which a worker is chosen; nil if any worker serves the call, or no choice was made.
    var profile: String?
    /// The frames of the request, while they may have to be sent; nil afterwards.
    var request: FrameList?
    var attempts = 0
    /// True after an item was forwarded in either direction: the call can no longer be sent to another
    /// worker.
    var hasProgressed = false
    /// True if the client no longer expects the answer. The worker's final only frees its capacity.
    var isAbandoned = false

    init(
        _ preamble: Preamble, client: BrokerClient, clientCall: CallID, workerCall: CallID,
        route: ParsedRoute, queue: Int?, deadline: Deadline, request: FrameList
    ) {
        self.client = client
        self.clientCall = clientCall
        self.workerCall = workerCall
        self.route = route
        self.queue = queue
        self.deadline = deadline
        self.request = request
        flags = preamble.flags
        credit = preamble.number
    }

    /// True if the call uses the capacity of the worker. Calls of bus services do not.
    var isCounted: Bool { !route.isBusService }

    /// The worker that runs the call; nil while queued.
    var worker: RegisteredWorker? {
        if case .running(let worker, _, _) = phase { worker } else { nil }
    }

    /// The connection of the worker for messages of the call; nil while queued.
    var workerPeer: UInt64? {
        if case .running(_, let peer, _) = phase { peer } else { nil }
    }

    /// True for streams, and for large requests.
    var isBulk: Bool {
        credit > 0 || flags.contains(.byteCredit)
            || (request?.byteCount ?? 0) > WireLimits.shortBytes
    }

    func canMove(_ limits: BrokerLimits, now: MonotonicInstant) -> Bool {
        flags.contains(.repeatable) && !hasProgressed && request != nil
            && attempts < limits.maximumAttempts && deadline > Deadline(instant: now)
    }

    /// The instant at which the call fails unless something happens before; nil for no limit.
    var nextDeadline: MonotonicInstant? {
        if isAbandoned { return nil }
        guard case .queued(let until?) = phase else { return deadline.instant }
        return deadline.instant.map { min($0, until) } ?? until
    }
}

/// A peer with open calls.
final class BrokerClient {
    let peer: UInt64
    /// Slots of the open calls by the client's ids.
    var calls: [CallID: Int] = [:]

    init(peer: UInt64) {
        self.peer = peer
    }
}

/// A parsed route, cached.
final class ParsedRoute {
    let service: String
    /// The name of the method within the service.
    let method: String
    let target: String?
    let isBusService: Bool
    /// `service/Method`.
    var path: String { "\(service)/\(method)" }
    /// Index of the service; nil while the service is unknown.
    var number: Int?

    init?(_ path: String) {
        guard let route = Route(path) else { return nil }
        service = route.service
        method = route.method
        target = route.target
        isBusService = route.isBusService
    }
}
