import Synchronization

/// The caller's end of a connection: the open calls and their responses.
///
/// Every call ends exactly once: by the final of the server, by its deadline, by cancellation, or with
/// the connection. Later messages of the call are dropped.
package final class CallerSession: Sendable {
    private struct State {
        var open = OpenCalls()
        var deadlineWatch = DeadlineWatch()
        /// The reason why no call can be made; nil while calls are possible.
        var ending: (any Error)?
    }

    let link: SessionLink
    private let state = Mutex(State())

    package init(link: SessionLink) {
        self.link = link
    }

    package func perform(
        _ call: OutgoingCall,
        upload: @escaping @Sendable (ItemWriter) async throws -> Void,
        receive: @escaping @Sendable (WireContent) async throws -> Void
    ) async throws -> WireContent {
        switch call.kind {
        case .unary: try await performUnary(call)
        case .serverStream, .clientStream: try await stream(call, upload: upload, receive: receive)
        }
    }

    /// Performs a call with one request and one response.
    private func performUnary(_ call: OutgoingCall) async throws -> WireContent {
        try Task.checkCancellation()
        var request = try call.request()
        let id = try add(OpenCall(call, .pending))
        request.call = id
        link.send(request, 0)
        return try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { continuation in
                // The call may have ended since it was added.
                if let ending = state.withLock({ $0.open.wait(for: id, continuation) }) {
                    continuation.resume(with: ending)
                }
            }
        } onCancel: {
            abandon(id)
        }
    }

    /// Registers a call and watches its deadline.
    /// - Throws: The reason for which the session ended, or RESOURCE_EXHAUSTED.
    func add(_ call: OpenCall) throws -> CallID {
        let deadline = call.deadline
        let (id, needsAlarm) = try state.withLock { state in
            if let ending = state.ending { throw ending }
            guard state.open.count < WireLimits.openCalls else {
                throw Status(
                    .resourceExhausted,
                    "The connection has \(WireLimits.openCalls) open calls, which is its limit.",
                    hint: "Wait for some of them to end.")
            }
            return (state.open.add(call), state.deadlineWatch.needsAlarm(for: deadline))
        }
        if needsAlarm { setAlarm(deadline) }
        return id
    }

    private func setAlarm(_ deadline: Deadline) {
        guard let instant = deadline.instant else { return }
        link.setAlarm(instant) { [weak self] in self?.expire() }
    }

    /// Ends a call locally, and cancels it at the server if it was still open.
    func abandon(_ id: CallID, because reason: any Error = CancellationError()) {
        guard end(id, .failure(reason)) else { return }
        link.send(Envelope(Preamble(.cancel), call: id), 0)
    }

    /// Ends a call. Returns false if the call had ended before.
    @discardableResult
    private func end(_ id: CallID, _ outcome: CallOutcome, items: UInt32? = nil) -> Bool {
        switch state.withLock({ $0.open.end(id, outcome) }) {
        case nil, .completed: return false
        case .pending: break
        case .waiting(let continuation): continuation.resume(with: outcome)
        case .streaming(let stream): stream.end(outcome, items: items)
        }
        return true
    }
}

extension CallerSession {
    /// Handles a message of the server. Messages of unknown calls are dropped.
    package func receive(_ envelope: Envelope) {
        switch envelope.kind {
        case .final:
            end(
                envelope.call, CallOutcome { try envelope.reply() }, items: envelope.preamble.number
            )
        case .item:
            if let stream = streamCall(envelope.call) { receive(item: envelope, of: stream) }
        case .credit:
            streamCall(envelope.call)?.gate?.grant(envelope.preamble)
        default: break
        }
    }

    private func receive(item envelope: Envelope, of stream: StreamCall) {
        do {
            let content = try envelope.content(Header(envelope.header))
            switch stream.receiveQueue.append(content, envelope.preamble) {
            case .accepted, .repeated: break
            case .outOfOrder:
                abandon(
                    envelope.call, because: Status(.dataLoss, "Items of the answer were lost."))
            case .withoutCredit:
                abandon(
                    envelope.call,
                    because: Status(.dataLoss, "An item of the answer was sent without credit."))
            }
        } catch {
            abandon(envelope.call, because: error.status)
        }
    }

    /// Ends the calls whose deadline has passed.
    package func expire(now: MonotonicInstant = .now) {
        let now = Deadline(instant: now)
        let (late, next) = state.withLock { state in
            state.deadlineWatch.disarm()
            let open = state.open.identified
            let late = open.filter { $0.call.deadline <= now }
            let next = open.lazy.map(\.call.deadline).filter { $0 > now }.min()
            return (late, next.flatMap { state.deadlineWatch.needsAlarm(for: $0) ? $0 : nil })
        }
        for (id, call) in late { abandon(id, because: Status.deadlineExceeded(call.name)) }
        if let next { setAlarm(next) }
    }

    /// Fails all open calls after the connection was lost.
    package func failAll(_ reason: any Error) {
        let open = state.withLock { $0.open.identified }
        for (id, _) in open { end(id, .failure(reason)) }
    }

    /// Fails all open calls and all calls made later.
    package func close(_ reason: any Error) {
        state.withLock { $0.ending = reason }
        failAll(reason)
    }

    private func streamCall(_ id: CallID) -> StreamCall? {
        if case .streaming(let stream)? = state.withLock({ $0.open.waiting(id) }) {
            stream
        } else {
            nil
        }
    }
}
