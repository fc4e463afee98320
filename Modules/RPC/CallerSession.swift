import Synchronization

/// The caller's end of a connection: the calls that are open, and what has come for each.
///
/// Every call ends exactly once: by the final of the other end, by its deadline, by being cancelled,
/// or by the connection. What comes later is dropped.
package final class CallerSession: Sendable {
    private struct State {
        var open = OpenCalls()
        var deadlineWatch = DeadlineWatch()
        /// Why nothing can be called any more.
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

    /// One request, one reply.
    private func performUnary(_ call: OutgoingCall) async throws -> WireContent {
        try Task.checkCancellation()
        var request = try call.request(window: 0)
        let id = try add(OpenCall(call, .pending))
        request.call = id
        link.send(request, 0)
        return try await withTaskCancellationHandler {
            try await withUnsafeThrowingContinuation { continuation in
                // It may have ended meanwhile.
                if let ending = state.withLock({ $0.open.wait(for: id, continuation) }) {
                    continuation.resume(with: ending)
                }
            }
        } onCancel: {
            abandon(id)
        }
    }

    /// Opens a call.
    func add(_ call: OpenCall) throws -> CallID {
        let deadline = call.deadline
        let (id, needsAlarm) = try state.withLock { state in
            if let ending = state.ending { throw ending }
            guard state.open.count < WireLimits.openCalls else {
                throw Status(
                    .resourceExhausted,
                    "\(WireLimits.openCalls) calls are open already; wait for some to end.")
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

    /// Ends a call here, and at the other end if it is still open.
    func abandon(_ id: CallID, because reason: any Error = CancellationError()) {
        guard end(id, .failure(reason)) else { return }
        link.send(Envelope(Preamble(.cancel), call: id), 0)
    }

    /// False when the call has ended before.
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
    /// Takes in a message of the other end; one that belongs to no open call is dropped.
    package func receive(_ envelope: Envelope) {
        switch envelope.kind {
        case .final:
            end(envelope.call, outcome(of: envelope), items: envelope.preamble.number)
        case .item:
            if let stream = streamCall(envelope.call) { receive(item: envelope, of: stream) }
        case .credit:
            streamCall(envelope.call)?.gate?.grant(envelope.preamble.number)
        default: break
        }
    }

    private func receive(item envelope: Envelope, of stream: StreamCall) {
        do {
            let content = try envelope.content(Header(envelope.header))
            switch stream.receiveQueue.append(content, number: envelope.preamble.number) {
            case .accepted, .repeated: break
            case .outOfOrder:
                abandon(
                    envelope.call, because: Status(.dataLoss, "Items of the answer were lost."))
            }
        } catch {
            abandon(envelope.call, because: error.status)
        }
    }

    private func outcome(of final: Envelope) -> CallOutcome {
        do {
            let header = try Header(final.header)
            guard final.preamble.status == Status.Code.ok.rawValue else {
                return .failure(final.status(header))
            }
            return .success(try final.content(header))
        } catch {
            return .failure(error.status)
        }
    }

    /// Ends the calls whose time is over.
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

    /// The connection is lost: no open call can be answered any more.
    package func failAll(_ reason: any Error) {
        let open = state.withLock { $0.open.identified }
        for (id, _) in open { end(id, .failure(reason)) }
    }

    /// As `failAll`, and calls made from now on fail too.
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
