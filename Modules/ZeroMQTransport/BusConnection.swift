package import RPC
import Synchronization
package import ZeroMQ

/// A caller's connection to the bus, or to a server of its own. Safe to use from any task; the first
/// call may be made at once.
///
/// When nobody listens a call ends UNAVAILABLE, after the patience that was asked for; when the
/// connection breaks every open call does, since nobody can know any more what became of it.
package final class BusConnection: Transport {
    private enum Line {
        case opening
        case up
        case down(since: ContinuousClock.Instant)
    }

    private let link: DealerLink
    private let session: CallerSession
    private let patience: Duration
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
                loop.schedule(at: instant, ring)
            })
        link.open { [weak self] event in self?.handle(event) }
    }

    deinit {
        close()
    }

    /// Ends what is open, and the connection. Nothing can be called after.
    package func close() {
        link.close()
        session.failAll(Status(.cancelled, "The connection was closed."))
    }

    package func perform(
        _ call: OutgoingCall,
        upload: @escaping @Sendable (ItemWriter) async throws -> Void,
        receive: @escaping @Sendable (WireContent) async throws -> Void
    ) async throws -> WireContent {
        if isHopeless { throw unavailable }
        return try await session.perform(call, upload: upload, receive: receive)
    }

    private func handle(_ event: DealerLink.Event) {
        switch event {
        case .message(let envelope): receive(envelope)
        case .malformed: break
        case .connected: line.withLock { $0 = .up }
        case .lost:
            lose()
            fail(
                Status(
                    .unavailable, "The connection to \(link.endpoint) was lost before the answer.",
                    hint: "Try again in a moment."))
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

    /// Notes when the line went down, and gives up on it when patience ends.
    private func lose() {
        let now = ContinuousClock.now
        let wasDown = line.withLock { line in
            if case .down = line { return true }
            line = .down(since: now)
            return false
        }
        guard !wasDown, patience > .zero else { return }
        link.loop.schedule(at: now.advanced(by: patience)) { [weak self] in
            guard let self, isHopeless else { return }
            fail(unavailable)
        }
    }

    private var isHopeless: Bool {
        line.withLock { line in
            guard case .down(let since) = line else { return false }
            return since.duration(to: .now) >= patience
        }
    }

    private func fail(_ status: Status) {
        link.discardUnsent()
        session.failAll(status)
    }

    private var unavailable: Status {
        Status(
            .unavailable, "Dayline is not running: nothing answers at \(link.endpoint).",
            hint: "Start it with: dayline up")
    }
}
