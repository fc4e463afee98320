import Synchronization

/// The serving end of a connection: runs the router's handlers for the calls of its peers.
///
/// A peer is a number that means something to the link only: behind a broker there is one, a server
/// with callers of its own numbers them. Every request it takes in is answered by exactly one final,
/// sent when the handler has really ended, so that the final also gives its place back.
package final class ServerSession: Sendable {
    private struct Key: Hashable {
        let peer: UInt64
        let call: CallID
    }

    private struct State {
        var running: [Key: RunningCall] = [:]
        var watch = DeadlineWatch()
        var load = ServerLoad()
        var isDraining = false
        /// Calls whose handler has ended and whose final is about to be handed on.
        var finishing = 0
        var untilIdle: [@Sendable () -> Void] = []

        var isIdle: Bool { running.isEmpty && finishing == 0 }
    }

    /// What a handler that was stopped may take to end.
    private static let graceAfterStop = Duration.seconds(1)

    let router: Router
    private let capacity: Int
    let instance: String
    private let link: SessionLink
    private let state = Mutex(State())

    /// Runs at most `capacity` calls at once and refuses more.
    package init(
        router: Router, capacity: Int, instance: String = "", link: SessionLink
    ) {
        self.router = router
        self.instance = instance
        self.capacity = capacity
        self.link = link
    }

    var isDraining: Bool { state.withLock { $0.isDraining } }

    package var load: ServerLoad {
        state.withLock { state in
            var load = state.load
            // Whoever asks how the server is doing is not what it does.
            load.inFlight = state.running.values.count { !$0.isAboutServer }
            return load
        }
    }

    /// Takes in a message of a peer.
    package func receive(_ envelope: Envelope, from peer: UInt64) {
        let key = Key(peer: peer, call: envelope.call)
        switch envelope.kind {
        case .request: request(envelope, key)
        case .item: item(envelope, running(key))
        case .end: running(key)?.inbox?.finish(.success(.none), items: envelope.preamble.number)
        case .credit: running(key)?.gate?.grant(envelope.preamble.number)
        case .cancel: cancel(key)
        default: noteMalformed()
        }
    }

    /// Counts a message that broke the protocol.
    package func noteMalformed() {
        state.withLock { $0.load.malformed += 1 }
    }

    /// The peers that have calls running.
    package var peers: [UInt64] {
        state.withLock { Array(Set($0.running.keys.map(\.peer))) }
    }

    /// The peer is gone: nobody waits for its answers any more.
    package func forget(peer: UInt64) {
        let lost = state.withLock { state in
            state.running.filter { $0.key.peer == peer }.map(\.value)
        }
        for call in lost { call.stop(CancellationError()) }
    }

    /// Stops whatever still runs, with `status` as its answer.
    package func stopAll(_ status: Status) {
        let running = state.withLock { Array($0.running.values) }
        for call in running { call.stop(status) }
    }

    /// Refuses calls from now on, and goes on with those that run.
    package func drain() {
        state.withLock { $0.isDraining = true }
    }

    /// Returns when no call runs; what still does after `limit` is stopped, and given up on if that
    /// does not help either.
    package func idle(within limit: Duration) async {
        let stop = ContinuousClock.now.advanced(by: limit)
        link.setAlarm(stop) { [weak self] in
            self?.stopAll(Status(.unavailable, "The worker was stopped."))
        }
        await withCheckedContinuation { continuation in
            let once = Once { continuation.resume() }
            link.setAlarm(stop.advanced(by: Self.graceAfterStop)) { once() }
            let isIdle = state.withLock { state in
                if state.isIdle { return true }
                state.untilIdle.append { once() }
                return false
            }
            if isIdle { once() }
        }
    }

    /// Stops the calls whose time is over.
    package func expire(now: ContinuousClock.Instant = .now) {
        let (late, next) = state.withLock { state in
            state.watch.disarm()
            let all = state.running.values.filter { !$0.isStopped }
            let late = all.filter { $0.deadline <= Deadline(instant: now) }
            let next = all.lazy.map(\.deadline).filter { $0 > Deadline(instant: now) }.min()
            return (late, next)
        }
        for call in late { call.stop(Status(.deadlineExceeded, "\(call.route) ran out of time.")) }
        if let next { watch(next) }
    }

    private func watch(_ deadline: Deadline) {
        guard let instant = deadline.instant else { return }
        guard state.withLock({ $0.watch.needsAlarm(for: deadline) }) else { return }
        link.setAlarm(instant) { [weak self] in self?.expire() }
    }

    /// Stops a call. One that does not run has ended, or never came: whoever asks learns that there is
    /// nothing left of it, if the answer before has not told him.
    private func cancel(_ key: Key) {
        if let call = running(key) {
            call.stop(CancellationError())
        } else {
            link.send(
                Envelope(final: Status(describing: CancellationError()), call: key.call), key.peer)
        }
    }

    private func running(_ key: Key) -> RunningCall? {
        state.withLock { $0.running[key] }
    }
}

extension ServerSession {
    private func request(_ envelope: Envelope, _ key: Key) {
        do {
            guard envelope.preamble.flags.codec == 0 else {
                throw WireFault.codec(envelope.preamble.flags.codec)
            }
            let registration = try registration(envelope)
            let header = try Header(envelope.header)
            let content = try envelope.content(header)
            switch registration.work {
            case .answer(let answer):
                try respond(to: envelope, key, registration, content, header, with: answer)
            case .handler(let handler):
                guard let call = try admit(envelope, key, registration) else { return }
                let context = Self.context(header, call.deadline)
                call.adopt(
                    Task.detached {
                        await self.run(call, key, registration, handler, content, context)
                    })
            }
        } catch {
            state.withLock { $0.load.note(failed: true) }
            link.send(Envelope(final: Status(describing: error), call: key.call), key.peer)
        }
    }

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

    /// Nil when the call runs already.
    private func admit(
        _ envelope: Envelope, _ key: Key, _ registration: Router.Registration
    ) throws(Status) -> RunningCall? {
        let call = RunningCall(envelope, registration)
        let isNew = try state.withLock { state throws(Status) in
            if state.running[key] != nil { return false }
            try checkRoom(state, for: registration)
            state.running[key] = call
            return true
        }
        guard isNew else { return nil }
        watch(call.deadline)
        return call
    }

    private func checkRoom(
        _ state: borrowing State, for registration: Router.Registration
    ) throws(Status) {
        guard !state.isDraining else {
            throw Status(.unavailable, "The worker is stopping.", hint: "Try again in a moment.")
        }
        guard state.running.count < capacity || registration.isAboutServer else {
            throw Status(
                .resourceExhausted, "The worker has \(capacity) calls to answer already.",
                hint: "Try again in a moment.")
        }
    }

    private static func context(_ header: Header, _ deadline: Deadline) -> CallContext {
        CallContext(
            deadline: deadline,
            metadata: CallMetadata(
                profile: header.profile, idempotencyKey: header.idempotencyKey))
    }

    /// Runs a handler that answers at once: nothing of the call is left to be stopped.
    private func respond(
        to request: Envelope, _ key: Key, _ registration: Router.Registration,
        _ content: WireContent, _ header: Header, with answer: Router.Answer
    ) throws(Status) {
        try state.withLock { state throws(Status) in
            try checkRoom(state, for: registration)
            state.finishing += 1
        }
        let started = ContinuousClock.now
        let deadline = Deadline.afterMilliseconds(request.preamble.timeToLive, from: started)
        let final: Envelope
        do {
            try registration.form.check(content.body, of: registration.name)
            let reply = try answer(content, Self.context(header, deadline))
            final = try Envelope(Preamble(.final), call: key.call, content: reply)
        } catch {
            final = Envelope(final: Status(describing: error), call: key.call)
        }
        link.send(final, key.peer)
        noteSent(final, after: started)
    }

    private func run(
        _ call: RunningCall, _ key: Key, _ registration: Router.Registration,
        _ handler: Router.Handler, _ content: WireContent, _ context: CallContext
    ) async {
        let outcome: Result<WireContent, any Error>
        do {
            try registration.form.check(content.body, of: registration.name)
            outcome = .success(
                try await handler(content, context, reader(call, key), writer(call, key)))
        } catch {
            outcome = .failure(error)
        }
        finish(call, key, outcome)
    }

    private func reader(_ call: RunningCall, _ key: Key) -> ItemReader {
        guard let inbox = call.inbox else { return .none }
        link.send(Envelope(Preamble(.credit, number: inbox.window), call: key.call), key.peer)
        return ItemReader { [link] in
            try Task.checkCancellation()
            guard case .item(let content) = try await inbox.next() else { return nil }
            let room = inbox.noteConsumed()
            if room > 0 {
                link.send(Envelope(Preamble(.credit, number: room), call: key.call), key.peer)
            }
            return content
        }
    }

    private func writer(_ call: RunningCall, _ key: Key) -> ItemWriter {
        guard let gate = call.gate else { return .none }
        return ItemWriter { [link] content in
            try await gate.take()
            try call.numbering.withLock { number in
                let item = try Envelope(
                    Preamble(.item, number: number), call: key.call, content: content)
                number += 1
                link.send(item, key.peer)
            }
        }
    }

    private func item(_ envelope: Envelope, _ call: RunningCall?) {
        guard let call, let inbox = call.inbox else { return }
        do {
            let content = try envelope.content(Header(envelope.header))
            switch inbox.push(content, number: envelope.preamble.number) {
            case .taken, .repeated: break
            case .misplaced: call.stop(Status(.dataLoss, "Items of the request were lost."))
            }
        } catch {
            call.stop(error.status)
        }
    }

    private func finish(
        _ call: RunningCall, _ key: Key, _ outcome: Result<WireContent, any Error>
    ) {
        let items = call.numbering.withLock { $0 }
        let final = call.final(outcome, id: key.call, items: items)
        // It no longer counts once its final is on the way, or the peer's next call might be refused;
        // but the session is idle only when the final has been handed on.
        state.withLock { state in
            state.running[key] = nil
            state.finishing += 1
        }
        link.send(final, key.peer)
        noteSent(final, after: call.started)
    }

    /// A final has been handed on, of a call that came in then.
    private func noteSent(_ final: Envelope, after started: ContinuousClock.Instant) {
        let duration = started.duration(to: .now)
        let waiting = state.withLock { state in
            state.load.note(failed: final.preamble.status != 0, duration: duration)
            state.finishing -= 1
            guard state.isIdle else { return [@Sendable () -> Void]() }
            defer { state.untilIdle = [] }
            return state.untilIdle
        }
        for resume in waiting { resume() }
    }
}

/// A call whose handler is at work.
private final class RunningCall: Sendable {
    private struct State {
        var task: Task<Void, Never>?
        var reason: (any Error)?
    }

    let route: String
    /// It asks how the server is doing, which can be asked when it does not do well.
    let isAboutServer: Bool
    let deadline: Deadline
    let started: ContinuousClock.Instant
    /// Of a method that sends items.
    let gate: CreditGate?
    /// Of a method that receives items.
    let inbox: Inbox?
    /// How many items were sent; held while one is, so that they leave in order.
    let numbering = Mutex<UInt32>(0)
    private let state = Mutex(State())

    init(_ request: Envelope, _ registration: Router.Registration) {
        route = request.route
        isAboutServer = registration.isAboutServer
        started = .now
        deadline = .afterMilliseconds(request.preamble.timeToLive, from: started)
        gate =
            registration.kind == .serverStream
            ? CreditGate(credit: request.preamble.number) : nil
        inbox = registration.kind == .clientStream ? Inbox(window: registration.window) : nil
    }

    var isStopped: Bool { state.withLock { $0.reason != nil } }

    func adopt(_ task: Task<Void, Never>) {
        let isStopped = state.withLock { state in
            state.task = task
            return state.reason != nil
        }
        if isStopped { task.cancel() }
    }

    /// Cancels the handler; the first reason given becomes the answer if it then fails.
    func stop(_ reason: any Error) {
        let task = state.withLock { state in
            if state.reason == nil { state.reason = reason }
            return state.task
        }
        gate?.close(reason)
        inbox?.finish(.failure(reason))
        task?.cancel()
    }

    func final(_ outcome: Result<WireContent, any Error>, id: CallID, items: UInt32) -> Envelope {
        do {
            let content = try outcome.get()
            return try Envelope(Preamble(.final, number: items), call: id, content: content)
        } catch {
            let reason = state.withLock { $0.reason }
            let status = Status(describing: reason ?? error)
            return Envelope(final: status, call: id, items: items)
        }
    }
}

/// Does something the first time it is asked to.
private final class Once: Sendable {
    private let action: Mutex<(@Sendable () -> Void)?>

    init(_ action: @escaping @Sendable () -> Void) {
        self.action = Mutex(action)
    }

    func callAsFunction() {
        let action = action.withLock { action in
            defer { action = nil }
            return action
        }
        action?()
    }
}

extension WireContent {
    fileprivate static let none = Self(body: .empty)
}
