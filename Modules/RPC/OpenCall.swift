/// The end of a call.
typealias CallOutcome = Result<WireContent, any Error>

/// A call without its final.
struct OpenCall: Sendable {
    enum State: Sendable {
        /// A unary call without a waiting task yet.
        case pending
        case waiting(UnsafeContinuation<WireContent, any Error>)
        case streaming(StreamCall)
        /// A unary call that ended before a task waited.
        case completed(CallOutcome)
    }

    /// `service/Method`, for messages to people.
    let name: String
    let deadline: Deadline
    var waiting: State

    init(_ call: OutgoingCall, _ waiting: State) {
        name = call.name.description
        deadline = call.options.deadline
        self.waiting = waiting
    }
}

/// The open calls of a caller, in numbered slots.
struct OpenCalls {
    private var calls: [OpenCall?] = []
    private var numbers = CallIDAllocator(epoch: .random(in: 1 ... .max))

    var count: Int { numbers.count }

    /// The calls with their ids.
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

    /// Resumes `continuation` at the end of a unary call.
    /// - Returns: The outcome if the call has ended already; `continuation` is then not resumed.
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

    /// Ends a call. Later outcomes of the same call are ignored.
    /// - Returns: The previous state; nil for an unknown call. A unary call without a waiting task keeps
    ///   its slot until ``wait(for:_:)`` collects the outcome.
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
    /// The items of the answer that the server may send before the caller has consumed one.
    var window: CreditWindow {
        kind == .serverStream ? .items(UInt32(clamping: max(1, options.window))) : .items(0)
    }

    /// True if the server may count the bytes of the stream instead of its items.
    private var supportsByteCredit: Bool {
        switch kind {
        case .unary: false
        case .clientStream: true
        case .serverStream: window.inKibibytes != nil
        }
    }

    /// The request message, without its id.
    /// - Throws: DEADLINE_EXCEEDED if no time is left, or a `WireFault` if the content is too large.
    package func request() throws -> Envelope {
        guard let timeToLive = options.deadline.timeToLive else {
            throw Status.deadlineExceeded(name.description)
        }
        var flags = MessageFlags.contract(contract)
        if isRepeatable { flags.insert(.repeatable) }
        if supportsByteCredit { flags.insert(.byteCredit) }
        var header = Header()
        header.profile = options.profile
        header.idempotencyKey = options.idempotencyKey
        header.traceparent = options.traceparent ?? TraceScope.current?.context.traceparent
        var route = name.description
        if let target = options.target { route += "@\(target)" }
        return try Envelope(
            Preamble(.request, flags: flags, timeToLive: timeToLive, number: window.size),
            call: .none, route: route, header: header, content: content)
    }
}

extension Status {
    /// The error of a call whose deadline has passed.
    package static func deadlineExceeded(_ name: String) -> Self {
        Self(.deadlineExceeded, "\(name) did not answer in time.")
    }
}
