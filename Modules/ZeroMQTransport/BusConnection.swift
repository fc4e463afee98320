package import RPC
import Synchronization
package import ZeroMQ

/// A caller's connection to the bus or to a direct server. Safe to use from any task; calls may be made
/// at once.
///
/// Without a server, a call ends UNAVAILABLE after `connectTimeout`. If the connection breaks, the outcome
/// of open calls is unknown: with a positive `connectTimeout`, repeatable calls that have delivered no
/// item are retried, and others end UNAVAILABLE. Transient refusals are retried under the same conditions.
package final class BusConnection: Transport {
    private enum ConnectionState {
        case connecting
        case connected
        case disconnected(since: MonotonicInstant)
        /// The server does not accept the key.
        case keyRefused
    }

    private let link: DealerLink
    private let session: CallerSession
    private let connectTimeout: Duration
    private let retries = RetryPolicy()
    private let budget = RetryBudget()
    private let connectionState = Mutex(ConnectionState.connecting)

    /// Connects in the background, and reconnects whenever the connection breaks.
    ///
    /// Calls wait for a server for `connectTimeout`: zero for commands typed by people, some seconds for
    /// workers whose peers may be restarting.
    package init(endpoint: Endpoint, loop: Loop, connectTimeout: Duration = .zero) {
        let link = DealerLink(endpoint: endpoint, loop: loop)
        self.link = link
        self.connectTimeout = connectTimeout
        session = CallerSession(
            link: SessionLink { envelope, _ in
                link.send(envelope)
            } setAlarm: { instant, action in
                loop.setAlarm(at: instant, action)
            })
        link.open { [weak self] event in self?.handle(event) }
    }

    package var isRemote: Bool { link.endpoint.isRemote }

    deinit {
        close()
    }

    /// Ends all open calls and closes the connection. Later calls fail.
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
                // The next attempt itself waits for a new connection.
                if error is ConnectionLost { continue }
                try await backOff(after: error, attempts: attempts, call.options.deadline)
            }
        }
    }

    /// Waits before the next attempt.
    /// - Throws: `error` if the call must not be retried.
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
        case .keyRefused:
            connectionState.withLock { $0 = .keyRefused }
            fail(unavailableError)
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
        connectionState.withLock { $0 = .connected }
    }

    /// Records the loss of the connection, and fails the open calls after `connectTimeout`.
    private func markDisconnected() {
        let now = MonotonicInstant.now
        let wasDisconnected = connectionState.withLock { connection in
            switch connection {
            case .disconnected, .keyRefused: return true
            case .connecting, .connected:
                connection = .disconnected(since: now)
                return false
            }
        }
        guard !wasDisconnected, connectTimeout > .zero else { return }
        link.loop.setAlarm(at: now.advanced(by: connectTimeout)) { [weak self] in
            guard let self, isUnavailable else { return }
            fail(unavailableError)
        }
    }

    /// True if the connection has been down for longer than `connectTimeout`: calls fail at once.
    private var isUnavailable: Bool {
        connectionState.withLock { connection in
            switch connection {
            case .connecting, .connected: false
            case .keyRefused: true
            case .disconnected(let since): since.duration(to: .now) >= connectTimeout
            }
        }
    }

    private func fail(_ reason: any Error) {
        link.discardUnsent()
        session.failAll(reason)
    }

    private var unavailableError: any StatusConvertible {
        let isKeyRefused = connectionState.withLock { connection in
            if case .keyRefused = connection { true } else { false }
        }
        return isKeyRefused
            ? KeyRefusedError(endpoint: link.endpoint) : NoListenerError(endpoint: link.endpoint)
    }
}
