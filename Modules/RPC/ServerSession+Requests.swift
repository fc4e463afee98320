import Synchronization

/// Dispatch of requests to handlers.
extension ServerSession {
    func receiveRequest(_ envelope: Envelope, _ key: Key) {
        do {
            guard envelope.preamble.flags.codec == 0 else {
                throw WireFault.codec(envelope.preamble.flags.codec)
            }
            let registration = try registration(envelope)
            let header = try Header(envelope.header)
            let content = try envelope.content(header)
            try header.caller?.check(
                registration, profile: header.profile ?? CallMetadata.defaultProfile,
                request: content.body)
            switch registration.work {
            case .answer(let answer):
                try respond(to: envelope, key, registration, content, header, with: answer)
            case .handler(let handler):
                let span = Self.span(header, key, registration)
                let countsBytes =
                    envelope.preamble.flags.contains(.byteCredit)
                    && (isRemote || header.caller != nil)
                let newCall = RunningCall(envelope, registration, span, countsBytes: countsBytes)
                guard let call = try admit(newCall, key, registration) else { return }
                let context = Self.context(header, call.deadline, span)
                let isShort = registration.isShort && content.body.count <= Self.shortBytes
                call.attach(
                    Task.detached(executorPreference: isShort ? link.executor : nil) {
                        await TraceScope.$current.withValue(span?.scope) {
                            await self.run(call, key, registration, handler, content, context)
                        }
                    })
            }
        } catch {
            state.withLock { $0.load.record(failed: true) }
            link.send(Envelope(final: Status(describing: error), call: key.call), key.peer)
        }
    }

    /// Decoding a larger request takes too long for the loop, even if its handler is short.
    private static let shortBytes = 16 << 10

    private func registration(_ envelope: Envelope) throws(Status) -> Router.Registration {
        let contract = envelope.preamble.flags.contract
        do {
            return try router.registration(at: envelope.route, contract: contract)
        } catch {
            guard error.code == .unimplemented, envelope.route.hasPrefix("dayline.bus.") else {
                throw error
            }
            return try busRouter.registration(at: envelope.route, contract: contract)
        }
    }

    /// Adds a call to the running ones; nil if the call is running already.
    private func admit(
        _ call: RunningCall, _ key: Key, _ registration: Router.Registration
    ) throws(Status) -> RunningCall? {
        let isNew = try state.withLock { state throws(Status) in
            if state.running[key] != nil { return false }
            try checkCapacity(state, for: registration)
            state.running[key] = call
            return true
        }
        guard isNew else { return nil }
        watch(call.deadline)
        return call
    }

    private func checkCapacity(
        _ state: borrowing State, for registration: Router.Registration
    ) throws(Status) {
        guard !state.isDraining else {
            throw Status(.unavailable, "The worker is stopping.", hint: "Try again in a moment.")
        }
        guard state.running.count < capacity || registration.isDiagnostic else {
            throw Status(
                .resourceExhausted, "The worker already runs its limit of \(capacity) calls.",
                hint: "Try again in a moment.")
        }
    }

    private static func context(
        _ header: Header, _ deadline: Deadline, _ span: OpenSpan?
    ) -> CallContext {
        CallContext(
            deadline: deadline,
            metadata: CallMetadata(
                profile: header.profile, idempotencyKey: header.idempotencyKey,
                traceparent: span?.context.traceparent ?? header.traceparent),
            key: header.caller?.name)
    }

    /// The span of a call; nil for a method that reports on the server itself.
    private static func span(
        _ header: Header, _ key: Key, _ registration: Router.Registration
    ) -> OpenSpan? {
        registration.isDiagnostic ? nil : OpenSpan(header.traceparent, key.call)
    }

    /// Runs a synchronous handler. The call is never registered, since it cannot be stopped.
    private func respond(
        to request: Envelope, _ key: Key, _ registration: Router.Registration,
        _ content: WireContent, _ header: Header, with answer: Router.SynchronousHandler
    ) throws(Status) {
        try state.withLock { state throws(Status) in
            try checkCapacity(state, for: registration)
            state.finishing += 1
        }
        let started = MonotonicInstant.now
        let deadline = Deadline.afterMilliseconds(request.preamble.timeToLive, from: started)
        let span = Self.span(header, key, registration)
        let final: Envelope
        do {
            try registration.validate(content.body)
            let reply = try TraceScope.$current.withValue(span?.scope) {
                try answer(content, Self.context(header, deadline, span))
            }
            if shouldCheckMessages {
                try registration.checkForm(
                    of: reply, isItem: false, router.notes[registration.name])
            }
            final = try Envelope(Preamble(.final), call: key.call, content: reply)
        } catch {
            final = Envelope(final: Status(describing: error), call: key.call)
        }
        link.send(final, key.peer)
        if let span {
            let code = Status.Code(rawValue: final.preamble.status) ?? .unknown
            SpanLog.process.record(
                span.ended(registration.name, code, after: started.duration(to: .now)))
        }
        recordReply(final, after: started)
    }

    func finish(
        _ call: RunningCall, _ key: Key, _ outcome: Result<WireContent, any Error>
    ) {
        let items = call.numbering.withLock { $0 }
        let final = call.finalEnvelope(outcome, id: key.call, items: items)
        // The call stops counting before its final is sent, because the peer's next request could arrive
        // and be refused otherwise. The session is idle only after the final was passed to the link.
        state.withLock { state in
            state.running[key] = nil
            state.finishing += 1
        }
        link.send(final, key.peer)
        call.recordSpan(final.preamble.status)
        recordReply(final, after: call.started)
    }

    /// Counts a call that started at `started`, after its final was passed to the link.
    private func recordReply(_ final: Envelope, after started: MonotonicInstant) {
        let duration = started.duration(to: .now)
        let waiters = state.withLock { state in
            state.load.record(failed: final.preamble.status != 0, duration: duration)
            state.finishing -= 1
            guard state.isIdle else { return [@Sendable () -> Void]() }
            defer { state.idleWaiters = [] }
            return state.idleWaiters
        }
        for resume in waiters { resume() }
    }
}
