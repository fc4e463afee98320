/// How a call ended.
typealias CallOutcome = Result<WireContent, any Error>

/// A call that has been asked and not answered.
struct OpenCall: Sendable {
    enum State: Sendable {
        /// A unary call for which nobody waits yet.
        case pending
        case waiting(UnsafeContinuation<WireContent, any Error>)
        case streaming(StreamCall)
        /// A unary call that ended before anybody waited.
        case completed(CallOutcome)
    }

    /// The method's, for people.
    let name: String
    let deadline: Deadline
    var waiting: State

    init(_ call: OutgoingCall, _ waiting: State) {
        name = call.name.description
        deadline = call.options.deadline
        self.waiting = waiting
    }
}

/// The open calls of a caller, in numbered places.
struct OpenCalls {
    private var calls: [OpenCall?] = []
    private var numbers = CallIDAllocator(epoch: .random(in: 1 ... .max))

    var count: Int { numbers.count }

    /// The calls, each with its id.
    var identified: [(id: CallID, call: OpenCall)] {
        calls.indices.compactMap { slot in calls[slot].map { (numbers.id(of: slot), $0) } }
    }

    mutating func add(_ call: OpenCall) -> CallID {
        let (slot, id) = numbers.reserve()
        if slot == calls.count { calls.append(call) } else { calls[slot] = call }
        return id
    }

    func waiting(_ id: CallID) -> OpenCall.State? {
        numbers.slot(of: id).flatMap { calls[$0]?.waiting }
    }

    /// Has `continuation` wait for the end of a unary call.
    /// - Returns: How the call ended, if it has.
    mutating func wait(
        for id: CallID, _ continuation: UnsafeContinuation<WireContent, any Error>
    ) -> CallOutcome? {
        guard let slot = numbers.slot(of: id) else { return .failure(CancellationError()) }
        if case .completed(let outcome)? = calls[slot]?.waiting {
            release(slot)
            return outcome
        }
        calls[slot]?.waiting = .waiting(continuation)
        return nil
    }

    /// Ends a call; the first ending given stands.
    /// - Returns: What waited for it. A unary call for which nobody waits yet stays in its place, for
    ///   whoever will.
    mutating func end(_ id: CallID, _ outcome: CallOutcome) -> OpenCall.State? {
        guard let slot = numbers.slot(of: id), let waiting = calls[slot]?.waiting else {
            return nil
        }
        switch waiting {
        case .pending: calls[slot]?.waiting = .completed(outcome)
        case .completed: break
        case .waiting, .streaming: release(slot)
        }
        return waiting
    }

    private mutating func release(_ slot: Int) {
        calls[slot] = nil
        numbers.release(slot)
    }
}

extension OutgoingCall {
    /// The message that asks, but for its id. `window` is the room for items of the answer.
    /// - Throws: When there is no time left, or what is too large for the wire.
    func request(window: UInt32) throws -> Envelope {
        guard let timeToLive = options.deadline.timeToLive else {
            throw Status.deadlineExceeded(name.description)
        }
        var flags = MessageFlags.contract(contract)
        if isRepeatable { flags.insert(.repeatable) }
        var header = Header()
        header.profile = options.profile
        header.idempotencyKey = options.idempotencyKey
        header.traceparent = options.traceparent
        var route = name.description
        if let target = options.target { route += "@\(target)" }
        return try Envelope(
            Preamble(.request, flags: flags, timeToLive: timeToLive, number: window),
            call: .none, route: route, header: header, content: content)
    }
}

extension Status {
    static func deadlineExceeded(_ name: String) -> Self {
        Self(.deadlineExceeded, "\(name) did not answer in time.")
    }
}
