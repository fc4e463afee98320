import RPC
import ZeroMQ

/// A call between its request and its final.
final class BrokerCall {
    enum Phase {
        /// Waits for a worker with room, and gives up at that moment if nobody serves it by then.
        case queued(until: MonotonicInstant?)
        case running(worker: RegisteredWorker, since: MonotonicInstant)
    }

    let client: BrokerClient
    /// As the client named it.
    let clientCall: CallID
    /// As workers know it now.
    var workerCall: CallID
    let route: ParsedRoute
    /// Nil for a call to one instance.
    let queue: Int?
    let flags: MessageFlags
    let deadline: Deadline
    /// Room for items that the client granted before a worker could be told.
    var credit: UInt32
    var phase = Phase.queued(until: nil)
    /// The request's frames, while they may have to be sent (again).
    var request: FrameList?
    var attempts = 0
    /// Something of the answer has reached the client, or of an upload the worker.
    var hasProgressed = false
    /// Nobody waits for the answer any more; the worker's final only gives its place back.
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

    /// Whether it takes one of the worker's places.
    var isCounted: Bool { !route.isBusService }

    /// The worker that has it.
    var worker: UInt64? {
        if case .running(let worker, _) = phase { worker.peer } else { nil }
    }

    func canMove(_ limits: BrokerLimits, now: MonotonicInstant) -> Bool {
        flags.contains(.repeatable) && !hasProgressed && request != nil
            && attempts < limits.maximumAttempts && deadline > Deadline(instant: now)
    }

    /// When something has to be done about it if nothing happens.
    var nextDeadline: MonotonicInstant? {
        if isAbandoned { return nil }
        guard case .queued(let until?) = phase else { return deadline.instant }
        return deadline.instant.map { min($0, until) } ?? until
    }
}

/// Whoever has calls open.
final class BrokerClient {
    let peer: UInt64
    /// Their places in the table.
    var calls: [CallID: Int] = [:]

    init(peer: UInt64) {
        self.peer = peer
    }
}

/// A route as it was taken apart when it was first seen.
final class ParsedRoute {
    let service: String
    let target: String?
    let isBusService: Bool
    /// The number of its service, once there is one.
    var number: Int?

    init?(_ path: String) {
        guard let route = Route(path) else { return nil }
        service = route.service
        target = route.target
        isBusService = route.isBusService
    }
}
