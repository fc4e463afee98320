import Synchronization

/// The caller's end of a connection: the calls that are open, and what has come for each.
///
/// Every call ends exactly once: by the final of the other end, by its deadline, by being cancelled,
/// or by the connection. What comes later is counted and dropped.
package final class CallerSession: Sendable {
    private struct State {
        var open: [CallID: OpenCall] = [:]
        var watch = DeadlineWatch()
        var dropped = 0
        /// Why nothing can be called any more.
        var ending: (any Error)?
    }

    private let link: SessionLink
    private let state = Mutex(State())
    private let ids = CallIDSource()

    package init(link: SessionLink) {
        self.link = link
    }

    package var openCalls: Int { state.withLock { $0.open.count } }
    /// Messages that belonged to no open call.
    package var dropped: Int { state.withLock { $0.dropped } }

    package func perform(
        _ call: OutgoingCall,
        upload: @escaping @Sendable (ItemWriter) async throws -> Void,
        receive: @escaping @Sendable (WireContent) async throws -> Void
    ) async throws -> WireContent {
        try Task.checkCancellation()
        let open = OpenCall(id: ids.next(), call: call)
        let request = try open.request(call)
        try add(open)
        link.send(request, 0)
        do {
            if let gate = open.gate { try await send(open, through: gate, upload) }
            while true {
                switch try await open.inbox.next() {
                case .ended(let reply): return reply
                case .item(let item):
                    try Task.checkCancellation()
                    try await receive(item)
                    grant(open)
                }
            }
        } catch {
            abandon(open)
            throw error
        }
    }

    private func send(
        _ open: OpenCall, through gate: CreditGate,
        _ upload: @escaping @Sendable (ItemWriter) async throws -> Void
    ) async throws {
        let id = open.id
        let writer = ItemWriter { [link] content in
            try await gate.take()
            try open.numbering.withLock { number in
                let item = try Envelope(
                    Preamble(.item, number: number), call: id, content: content)
                number += 1
                link.send(item, 0)
            }
        }
        do {
            // What waits for items of its own learns by this that the call has ended.
            try await open.uploading { try await upload(writer) }
            let count = open.numbering.withLock { $0 }
            link.send(Envelope(Preamble(.end, number: count), call: id), 0)
        } catch {
            // Whoever answers before it has all items makes the upload fail; its answer counts.
            guard open.inbox.ending == nil else { return }
            throw error
        }
    }

    private func grant(_ open: OpenCall) {
        let room = open.inbox.noteConsumed()
        if room > 0 { link.send(Envelope(Preamble(.credit, number: room), call: open.id), 0) }
    }

    private func add(_ open: OpenCall) throws {
        let isAdded = try state.withLock { state in
            if let ending = state.ending { throw ending }
            guard state.open.count < WireLimits.openCalls else { return false }
            state.open[open.id] = open
            return true
        }
        guard isAdded else {
            throw Status(
                .resourceExhausted,
                "\(WireLimits.openCalls) calls are open already; wait for some to end.")
        }
        watch(open.deadline)
    }

    private func watch(_ deadline: Deadline) {
        guard let instant = deadline.instant else { return }
        guard state.withLock({ $0.watch.needsAlarm(for: deadline) }) else { return }
        link.setAlarm(instant) { [weak self] in self?.expire() }
    }

    /// Ends a call here, and at the other end if it is still open.
    private func abandon(_ open: OpenCall) {
        guard end(open.id, .failure(CancellationError())) else { return }
        link.send(Envelope(Preamble(.cancel), call: open.id), 0)
    }

    @discardableResult
    private func end(
        _ id: CallID, _ ending: Result<WireContent, any Error>, items: UInt32? = nil
    ) -> Bool {
        guard let open = state.withLock({ $0.open.removeValue(forKey: id) }) else { return false }
        open.inbox.finish(ending, items: items)
        open.closeUpload()
        return true
    }
}

extension CallerSession {
    /// Takes in a message of the other end.
    package func receive(_ envelope: Envelope) {
        switch envelope.kind {
        case .final:
            if !end(envelope.call, outcome(of: envelope), items: envelope.preamble.number) {
                noteDropped()
            }
        case .item:
            guard let open = openCall(envelope.call) else { return noteDropped() }
            receive(item: envelope, of: open)
        case .credit:
            guard let open = openCall(envelope.call) else { return noteDropped() }
            open.gate?.grant(envelope.preamble.number)
        default: noteDropped()
        }
    }

    /// Ends the calls whose time is over.
    package func expire(now: ContinuousClock.Instant = .now) {
        let (late, next) = state.withLock { state in
            state.watch.disarm()
            let late = state.open.values.filter { $0.deadline <= Deadline(instant: now) }
            let next = state.open.values.lazy.map(\.deadline)
                .filter { $0 > Deadline(instant: now) }.min()
            return (late, next)
        }
        for open in late where end(open.id, .failure(open.deadlineExceeded)) {
            link.send(Envelope(Preamble(.cancel), call: open.id), 0)
        }
        if let next { watch(next) }
    }

    /// The connection is lost: no open call can be answered any more.
    package func failAll(_ reason: any Error) {
        let open = state.withLock { state in
            defer { state.open = [:] }
            return Array(state.open.values)
        }
        for call in open {
            call.inbox.finish(.failure(reason))
            call.closeUpload()
        }
    }

    /// As `failAll`, and calls made from now on fail too.
    package func close(_ reason: any Error) {
        state.withLock { $0.ending = reason }
        failAll(reason)
    }

    private func receive(item envelope: Envelope, of open: OpenCall) {
        do {
            let content = try envelope.content(Header(envelope.header))
            switch open.inbox.push(content, number: envelope.preamble.number) {
            case .taken: break
            case .repeated: noteDropped()
            case .misplaced: fail(open, Status(.dataLoss, "Items of the answer were lost."))
            }
        } catch {
            fail(open, error.status)
        }
    }

    private func fail(_ open: OpenCall, _ status: Status) {
        guard end(open.id, .failure(status)) else { return }
        link.send(Envelope(Preamble(.cancel), call: open.id), 0)
    }

    private func outcome(of final: Envelope) -> Result<WireContent, any Error> {
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

    private func openCall(_ id: CallID) -> OpenCall? {
        state.withLock { $0.open[id] }
    }

    private func noteDropped() {
        state.withLock { $0.dropped += 1 }
    }
}

/// Why an upload cannot go on; how the call ended is for the call to say.
private struct CallEnded: Error {}

/// A call that has been asked and not answered.
private final class OpenCall: Sendable {
    let id: CallID
    let name: MethodName
    let deadline: Deadline
    let inbox: Inbox
    /// Of a method that takes items.
    let gate: CreditGate?
    /// How many items were sent; held while one is, so that they leave in order.
    let numbering = Mutex<UInt32>(0)
    private let uploadTask = Mutex<Task<Void, any Error>?>(nil)

    init(id: CallID, call: OutgoingCall) {
        self.id = id
        name = call.name
        deadline = call.options.deadline
        let window = UInt32(clamping: max(1, call.options.window))
        gate = call.kind == .clientStream ? CreditGate(credit: 0) : nil
        inbox = Inbox(window: call.kind == .serverStream ? min(window, WireLimits.window) : 0)
    }

    func request(_ call: OutgoingCall) throws -> Envelope {
        guard let timeToLive = deadline.timeToLive else { throw deadlineExceeded }
        var flags = MessageFlags.contract(call.contract)
        if call.isRepeatable { flags.insert(.repeatable) }
        var header = Header()
        header.profile = call.options.profile
        header.idempotencyKey = call.options.idempotencyKey
        var route = call.name.description
        if let target = call.options.target { route += "@\(target)" }
        return try Envelope(
            Preamble(
                .request, flags: flags, timeToLive: timeToLive, number: inbox.window),
            call: id, route: route, header: header, content: call.content)
    }

    /// Runs `upload` in a task that is cancelled when the call ends.
    func uploading(_ upload: @escaping @Sendable () async throws -> Void) async throws {
        let task = Task { try await upload() }
        uploadTask.withLock { $0 = task }
        if inbox.ending != nil { task.cancel() }
        try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    func closeUpload() {
        gate?.close(CallEnded())
        uploadTask.withLock { $0 }?.cancel()
    }

    var deadlineExceeded: Status {
        Status(.deadlineExceeded, "\(name) did not answer in time.")
    }
}
