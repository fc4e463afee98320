import RPC
import Synchronization

/// Up to a number of connections to a server. Lost connections are replaced, with growing pauses while the
/// server cannot be reached.
package final class PostgresPool: Sendable {
    package struct Limits: Sendable {
        package var connections = 4
        /// Tasks that wait for a connection.
        package var waiting = 1000
        /// The time for opening a connection.
        package var connect = Duration.seconds(10)
        /// The time for a rollback.
        package var rollback = Duration.seconds(5)

        package init() {}
    }

    private struct State {
        var idle: [PostgresConnection] = []
        var backoff = ReconnectBackoff()
        var isClosed = false
    }

    package let address: PostgresAddress
    private let limits: Limits
    private let slots: TaskLimit
    private let onRoundTrip: @Sendable () -> Void
    private let state = Mutex(State())

    /// `onRoundTrip` is called whenever statements are sent.
    package init(
        _ address: PostgresAddress, limits: Limits = Limits(),
        onRoundTrip: @escaping @Sendable () -> Void = {}
    ) {
        self.address = address
        self.onRoundTrip = onRoundTrip
        self.limits = limits
        slots = TaskLimit(limits.connections, waitingLimit: limits.waiting)
    }

    /// Calls `body` with a connection that no other task uses. A transaction that is open at the end is
    /// rolled back.
    ///
    /// - Parameters:
    ///   - limit: The time for reaching the server, with further attempts after the first.
    ///   - body: Uses the connection, which it must not use afterwards.
    /// - Returns: The value of `body`.
    /// - Throws: Errors of `body`; `PostgresError.cannotConnect`, at once if only a person can remove the
    ///   cause.
    package func withConnection<Value: Sendable>(
        within limit: Duration, _ body: (PostgresConnection) async throws -> Value
    ) async throws -> Value {
        do {
            try await slots.acquire()
        } catch {
            throw error == .cancelled
                ? PostgresError.cancelled : .tooManyWaiting(limit: limits.waiting)
        }
        defer { slots.release() }
        let connection = try await connection(until: .now + limit)
        do {
            let value = try await body(connection)
            await release(connection)
            return value
        } catch {
            await release(connection)
            throw error
        }
    }

    /// Ends all connections as soon as they are not used.
    package func close() {
        let idle = state.withLock { state in
            state.isClosed = true
            defer { state.idle = [] }
            return state.idle
        }
        for connection in idle { connection.close() }
    }

    private func connection(
        until deadline: ContinuousClock.Instant
    ) async throws(PostgresError) -> PostgresConnection {
        // Work in the background may outlive its service.
        guard !state.withLock({ $0.isClosed }) else { throw .cancelled }
        while let connection = state.withLock({ $0.idle.popLast() }) {
            if connection.isOpen { return connection }
            connection.close()
        }
        var failure: PostgresError?
        while true {
            let next = state.withLock { $0.backoff.next }
            if next > .now {
                if let failure, next > deadline { throw failure }
                do {
                    try await Task.sleep(until: min(next, deadline))
                } catch {
                    throw .cancelled
                }
            }
            let left = ContinuousClock.now.duration(to: deadline)
            if let failure, left <= .zero { throw failure }
            do throws(PostgresError) {
                // Also after the deadline there is one attempt, whose error names the cause.
                let connection = try await PostgresConnection.open(
                    address, within: max(min(left, limits.connect), .milliseconds(100)),
                    onRoundTrip: onRoundTrip)
                state.withLock { $0.backoff.recordSuccess() }
                return connection
            } catch {
                guard error != .cancelled else { throw error }
                state.withLock {
                    $0.backoff.recordFailure(now: .now, jitter: .random(in: 0...0.5))
                }
                guard error.isRetryable else { throw error }
                failure = error
            }
        }
    }

    private func release(_ connection: PostgresConnection) async {
        if connection.isOpen, !connection.isIdle {
            // Not cancelled with the task of the caller.
            await Task.detached { [limits] in
                _ = try? await connection.run([PostgresQuery("ROLLBACK")], within: limits.rollback)
            }.value
        }
        let isReused = state.withLock { state in
            guard !state.isClosed, connection.isOpen, connection.isIdle else { return false }
            state.idle.append(connection)
            return true
        }
        if !isReused { connection.close() }
    }
}
