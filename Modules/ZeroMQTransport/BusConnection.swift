package import RPC
import Synchronization
package import ZeroMQ

/// A caller's connection to the bus, or to a server of its own. Safe to use from any task; the first
/// call may be made at once.
///
/// When nobody listens a call ends UNAVAILABLE, after the patience that was asked for. When the
/// connection breaks nobody can know what became of the open calls: those that may be repeated and
/// have delivered nothing are asked again, if there is patience, and the others end UNAVAILABLE.
/// With patience, such calls are also asked again when they were refused for the moment.
package final class BusConnection: Transport {
    private enum Line {
        case opening
        case up
        case down(since: MonotonicInstant)
    }

    private let link: DealerLink
    private let session: CallerSession
    private let connectTimeout: Duration
    private let retries = RetryPolicy()
    private let budget = RetryBudget()
    private let connectionState = Mutex(Line.opening)

    /// Connects in the background, and again whenever the connection breaks.
    ///
    /// `connectTimeout` is how long calls wait for somebody to listen: nothing suits a command that a
    /// person typed, some seconds a worker whose peers may be restarting.
    package init(endpoint: Endpoint, loop: Loop, connectTimeout: Duration = .zero) {
        let link = DealerLink(endpoint: endpoint, loop: loop)
        self.link = link
        self.connectTimeout = connectTimeout
        session = CallerSession(
            link: SessionLink { envelope, _ in
                link.send(envelope)
            } setAlarm: { instant, ring in
                loop.setAlarm(at: instant, ring)
            })
        link.open { [weak self] event in self?.handle(event) }
    }

    deinit {
        close()
    }

    /// Ends what is open, and the connection. Nothing can be called after.
    package func close() {
        link.close()
        session.close(Status(.cancelled, "The connection was closed."))
    }

    package func perform(
        _ call: OutgoingCall,
        upload: @escaping @Sendable (ItemWriter) async throws -> Void,
        receive: @escaping @Sendable (WireContent) async throws -> Void
    ) async throws -> WireContent {
        guard call.isRepeatable, connectTimeout > .zero else {
            if isUnavailable { throw unavailableError }
            return try await session.perform(call, upload: upload, receive: receive)
        }
        return try await performWithRetries(call, upload: upload, receive: receive)
    }

    private func performWithRetries(
        _ call: OutgoingCall,
        upload: @escaping @Sendable (ItemWriter) async throws -> Void,
        receive: @escaping @Sendable (WireContent) async throws -> Void
    ) async throws -> WireContent {
        let hasDelivered = Flag()
        var attempts = 0
        while true {
            if isUnavailable { throw unavailableError }
            do {
                let reply = try await session.perform(call, upload: upload) { item in
                    hasDelivered.set()
                    try await receive(item)
                }
                budget.recordSuccess()
                return reply
            } catch {
                attempts += 1
                guard attempts < RetryPolicy.maximumAttempts, !hasDelivered.isSet else {
                    throw error
                }
                // The next attempt waits for the next connection by itself.
                if error is ConnectionLost { continue }
                try await backOff(after: error, attempts: attempts, call.options.deadline)
            }
        }
    }

    /// Returns when it is time to ask again.
    /// - Throws: `error`, when that would lead nowhere.
    private func backOff(
        after error: any Error, attempts: Int, _ deadline: Deadline
    ) async throws {
        let delay = retries.delay(afterAttempts: attempts, jitter: .random(in: -0.2...0.2))
        guard retries.isTransient(Status(describing: error).code),
            delay < deadline.remaining ?? .seconds(1), budget.withdraw()
        else { throw error }
        try await Task.sleep(for: delay)
    }

    private func handle(_ event: DealerLink.Event) {
        switch event {
        case .message(let envelope):
            markConnected()
            receive(envelope)
        case .malformed: break
        case .connected: markConnected()
        case .lost:
            markDisconnected()
            fail(ConnectionLost(endpoint: link.endpoint))
        case .refused:
            markDisconnected()
            if isUnavailable { fail(unavailableError) }
        }
    }

    private func receive(_ envelope: Envelope) {
        switch envelope.kind {
        case .ping: link.send(Envelope(Preamble(.pong), call: envelope.call))
        case .pong: break
        default: session.receive(envelope)
        }
    }

    private func markConnected() {
        connectionState.withLock { $0 = .up }
    }

    /// Ends what is open, for somebody knows that the other end hangs. Nobody is taken to listen there until
    /// something is heard from it. On the loop.
    func markUnresponsive(_ reason: any Error) {
        connectionState.withLock { $0 = .down(since: .now) }
        fail(reason)
    }

    /// Notes when the line went down, and gives up on it when patience ends.
    private func markDisconnected() {
        let now = MonotonicInstant.now
        let wasDown = connectionState.withLock { line in
            if case .down = line { return true }
            line = .down(since: now)
            return false
        }
        guard !wasDown, connectTimeout > .zero else { return }
        link.loop.setAlarm(at: now.advanced(by: connectTimeout)) { [weak self] in
            guard let self, isUnavailable else { return }
            fail(unavailableError)
        }
    }

    /// Whether calls are refused by now, since nobody has listened for longer than patience lasts.
    var isUnavailable: Bool {
        connectionState.withLock { line in
            guard case .down(let since) = line else { return false }
            return since.duration(to: .now) >= connectTimeout
        }
    }

    private func fail(_ reason: any Error) {
        link.discardUnsent()
        session.failAll(reason)
    }

    private var unavailableError: NoListenerError { NoListenerError(endpoint: link.endpoint) }
}
