/// How a call ended.
typealias CallOutcome = Result<WireContent, any Error>

/// A call that has been asked and not answered.
struct OpenCall: Sendable {
    enum Waiting: Sendable {
        /// A unary call whose request has not left.
        case asking
        case asked(UnsafeContinuation<WireContent, any Error>)
        case streaming(StreamCall)
        /// It ended before its request left.
        case over(CallOutcome)
    }

    let name: MethodName
    let deadline: Deadline
    var waiting: Waiting

    init(_ call: OutgoingCall, _ waiting: Waiting) {
        name = call.name
        deadline = call.options.deadline
        self.waiting = waiting
    }
}

extension CallTable<OpenCall> {
    /// Ends the call in that place.
    /// - Returns: What waited for that; `asking` stays in its place, for whoever was about to ask.
    mutating func end(_ slot: Int, _ outcome: CallOutcome) -> OpenCall.Waiting? {
        let waiting = self[slot]?.waiting
        if case .asking? = waiting {
            self[slot]?.waiting = .over(outcome)
        } else if case .over? = waiting {
            return waiting
        } else {
            release(slot)
        }
        return waiting
    }
}

extension OutgoingCall {
    /// The message that asks, but for its id. `window` is the room for items of the answer.
    /// - Throws: When there is no time left, or what is too large for the wire.
    func request(window: UInt32) throws -> Envelope {
        guard let timeToLive = options.deadline.timeToLive else {
            throw Status.deadlineExceeded(name)
        }
        var flags = MessageFlags.contract(contract)
        if isRepeatable { flags.insert(.repeatable) }
        var header = Header()
        header.profile = options.profile
        header.idempotencyKey = options.idempotencyKey
        var route = name.description
        if let target = options.target { route += "@\(target)" }
        return try Envelope(
            Preamble(.request, flags: flags, timeToLive: timeToLive, number: window),
            call: .none, route: route, header: header, content: content)
    }
}

extension Status {
    static func deadlineExceeded(_ name: MethodName) -> Self {
        Self(.deadlineExceeded, "\(name) did not answer in time.")
    }
}
