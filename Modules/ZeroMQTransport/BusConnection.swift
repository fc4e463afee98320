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
        case down(since: Moment)
    }

    private let link: DealerLink
    private let session: CallerSession
    private let patience: Duration
    private let retries = RetryPolicy()
    private let budget = RetryBudget()
    private let line = Mutex(Line.opening)

    /// Connects in the background, and again whenever the connection breaks.
    ///
    /// `patience` is how long calls wait for somebody to listen: nothing suits a command that a
    /// person typed, some seconds a worker whose peers may be restarting.
    package init(endpoint: Endpoint, loop: Loop, patience: Duration = .zero) {
        let link = DealerLink(endpoint: endpoint, loop: loop)
        self.link = link
        self.patience = patience
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
        guard call.isRepeatable, patience > .zero else {
            if isHopeless { throw unavailable }
            return try await session.perform(call, upload: upload, receive: receive)
        }
        return try await performRepeatedly(call, upload: upload, receive: receive)
    }

    private func performRepeatedly(
        _ call: OutgoingCall,
        upload: @escaping @Sendable (ItemWriter) async throws -> Void,
        receive: @escaping @Sendable (WireContent) async throws -> Void
    ) async throws -> WireContent {
        let hasDelivered = Flag()
        var attempts = 0
        while true {
            if isHopeless { throw unavailable }
            do {
                let reply = try await session.perform(call, upload: upload) { item in
                    hasDelivered.raise()
                    try await receive(item)
                }
                budget.noteSuccess()
                return reply
            } catch {
                attempts += 1
                guard attempts < RetryPolicy.maximumAttempts, !hasDelivered.isRaised else {
                    throw error
                }
                // The next attempt waits for the next connection by itself.
                if error is ConnectionLost { continue }
                try await pause(after: error, attempts: attempts, call.options.deadline)
            }
        }
    }

    /// Returns when it is time to ask again.
    /// - Throws: `error`, when that would lead nowhere.
    private func pause(
        after error: any Error, attempts: Int, _ deadline: Deadline
    ) async throws {
        let delay = retries.delay(afterAttempts: attempts, jitter: .random(in: -0.2...0.2))
        guard retries.isPassing(Status(describing: error).code),
            delay < deadline.remaining ?? .seconds(1), budget.take()
        else { throw error }
        try await Task.sleep(for: delay)
    }

    private func handle(_ event: DealerLink.Event) {
        switch event {
        case .message(let envelope):
            comeUp()
            receive(envelope)
        case .malformed: break
        case .connected: comeUp()
        case .lost:
            lose()
            fail(ConnectionLost(endpoint: link.endpoint))
        case .refused:
            lose()
            if isHopeless { fail(unavailable) }
        }
    }

    private func receive(_ envelope: Envelope) {
        switch envelope.kind {
        case .ping: link.send(Envelope(Preamble(.pong), call: envelope.call))
        case .pong: break
        default: session.receive(envelope)
        }
    }

    private func comeUp() {
        line.withLock { $0 = .up }
    }

    /// Ends what is open, for somebody knows that the other end hangs. Nobody is taken to listen there until
    /// something is heard from it. On the loop.
    func giveUp(_ reason: any Error) {
        line.withLock { $0 = .down(since: .now) }
        fail(reason)
    }

    /// Notes when the line went down, and gives up on it when patience ends.
    private func lose() {
        let now = Moment.now
        let wasDown = line.withLock { line in
            if case .down = line { return true }
            line = .down(since: now)
            return false
        }
        guard !wasDown, patience > .zero else { return }
        link.loop.setAlarm(at: now.advanced(by: patience)) { [weak self] in
            guard let self, isHopeless else { return }
            fail(unavailable)
        }
    }

    /// Whether calls are refused by now, since nobody has listened for longer than patience lasts.
    var isHopeless: Bool {
        line.withLock { line in
            guard case .down(let since) = line else { return false }
            return since.duration(to: .now) >= patience
        }
    }

    private func fail(_ reason: any Error) {
        link.discardUnsent()
        session.failAll(reason)
    }

    private var unavailable: NobodyListens { NobodyListens(endpoint: link.endpoint) }
}
