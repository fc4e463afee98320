import CLinux
import Glibc
import HostFiles
import RPC
import Synchronization

/// A connection with a thread of its own, which waits in poll. Its user has it exclusively, so that
/// transactions are not mixed. A lost connection is not opened again; see ``PostgresPool``.
package final class PostgresConnection: Sendable {
    private typealias Work = @Sendable (PostgresSession?) -> Void

    private struct State {
        var work: Work?
        /// Identifies the running or waiting work.
        var ticket = 0
        /// The ticket whose work is to be cancelled.
        var cancelledTicket: Int?
        var isClosing = false
        var isOpen = true
        var isIdle = true
    }

    private let state = Mutex(State())
    private let wakeup: Int32
    private let onRoundTrip: @Sendable () -> Void

    private init(wakeup: Int32, onRoundTrip: @escaping @Sendable () -> Void) {
        self.wakeup = wakeup
        self.onRoundTrip = onRoundTrip
    }

    deinit {
        Glibc.close(wakeup)
    }

    /// Opens a connection.
    ///
    /// - Parameters:
    ///   - address: The address of the database.
    ///   - limit: The time for reaching the server and for the handshake.
    ///   - onRoundTrip: Called whenever statements are sent.
    /// - Returns: The connection, which the caller has to close.
    /// - Throws: `PostgresError.cannotConnect`, also if the server does not answer within `limit`;
    ///   `cancelled`.
    package static func open(
        _ address: PostgresAddress, within limit: Duration,
        onRoundTrip: @escaping @Sendable () -> Void = {}
    ) async throws(PostgresError) -> PostgresConnection {
        let descriptor = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
        guard descriptor >= 0 else {
            throw .cannotConnect(
                address: address.description, reason: "no descriptor is left",
                refusal: nil)
        }
        let connection = PostgresConnection(wakeup: descriptor, onRoundTrip: onRoundTrip)
        let deadline = ContinuousClock.now + limit
        let failure = await withTaskCancellationHandler {
            await withCheckedContinuation {
                (continuation: CheckedContinuation<PostgresError?, Never>) in
                do throws(Status) {
                    try DetachedThread.start {
                        connection.serve(address, until: deadline) {
                            continuation.resume(returning: $0)
                        }
                    }
                } catch {
                    continuation.resume(
                        returning: PostgresError.cannotConnect(
                            address: address.description, reason: error.message, refusal: nil))
                }
            }
        } onCancel: {
            connection.close()
        }
        if let failure { throw failure }
        return connection
    }

    /// Sends all queries at once and returns their results in the same order, after one round trip. Outside
    /// of BEGIN and COMMIT they are one transaction. After an error the queries behind it are not executed,
    /// and an open transaction has to be rolled back.
    ///
    /// A task that is cancelled cancels the statement. After a time limit or a cancellation the connection
    /// is lost.
    package func run(
        _ queries: [PostgresQuery], within limit: Duration
    ) async throws(PostgresError) -> [PostgresResult] {
        try await perform { session throws(PostgresError) in
            try session.run(queries, until: .now + limit)
        }
    }

    /// Runs statements separated by semicolons, as one transaction unless they have BEGIN and COMMIT.
    package func run(script: String, within limit: Duration) async throws(PostgresError) {
        try await perform { session throws(PostgresError) in
            try session.run(script: script, until: .now + limit)
        }
    }

    /// Ends the connection; a running statement is cancelled.
    package func close() {
        state.withLock { state in
            state.isClosing = true
            state.cancelledTicket = state.ticket
        }
        dayline_eventfd_signal(wakeup)
    }

    /// True if statements can be sent.
    package var isOpen: Bool { state.withLock { $0.isOpen && !$0.isClosing } }

    /// True outside of a transaction.
    var isIdle: Bool { state.withLock { $0.isIdle } }

    private func perform<Value: Sendable>(
        _ body: @escaping @Sendable (PostgresSession) throws(PostgresError) -> Value
    ) async throws(PostgresError) -> Value {
        onRoundTrip()
        let ticket = state.withLock { state in
            state.ticket += 1
            return state.ticket
        }
        let result: Result<Value, PostgresError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                post { session in
                    guard let session else {
                        return continuation.resume(
                            returning: .failure(.connectionLost(reason: "it is closed")))
                    }
                    let result: Result<Value, PostgresError>
                    do throws(PostgresError) {
                        result = .success(try body(session))
                    } catch {
                        result = .failure(error)
                    }
                    // Before the caller continues, who decides by it if the connection is used again.
                    self.recordState(of: session)
                    continuation.resume(returning: result)
                }
            }
        } onCancel: {
            state.withLock { $0.cancelledTicket = ticket }
            dayline_eventfd_signal(wakeup)
        }
        return try result.get()
    }

    private func recordState(of session: PostgresSession) {
        state.withLock { state in
            state.isOpen = !session.isLost
            state.isIdle = session.isIdle
        }
    }

    private func post(_ work: @escaping Work) {
        let isAccepted = state.withLock { state in
            guard state.isOpen, !state.isClosing, state.work == nil else { return false }
            state.work = work
            return true
        }
        guard isAccepted else { return work(nil) }
        dayline_eventfd_signal(wakeup)
    }

    /// The body of the thread. `report` is called once, with nil if the session is open.
    private func serve(
        _ address: PostgresAddress, until deadline: ContinuousClock.Instant,
        _ report: (PostgresError?) -> Void
    ) {
        let opening = SessionOpening(address: address, deadline: deadline, wakeup: wakeup) {
            [unowned self] in isInterrupted
        }
        do throws(PostgresError) {
            let session = try opening.open()
            report(nil)
            while !session.isLost, !state.withLock({ $0.isClosing }) { serveNext(session) }
        } catch {
            report(error)
        }
        let remaining = state.withLock { state in
            state.isOpen = false
            defer { state.work = nil }
            return state.work
        }
        remaining?(nil)
    }

    private var isInterrupted: Bool {
        state.withLock { $0.isClosing || $0.cancelledTicket == $0.ticket }
    }

    /// Waits for work or input, and handles it.
    private func serveNext(_ session: PostgresSession) {
        let work = state.withLock { state in
            defer { state.work = nil }
            return state.work
        }
        if let work {
            work(session)
            return
        }
        var entries = [
            pollfd(fd: session.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wakeup, events: Int16(POLLIN), revents: 0),
        ]
        poll(&entries, 2, -1)
        if entries[1].revents != 0 { dayline_eventfd_clear(wakeup) }
        if entries[0].revents != 0 { session.readIdleInput() }
    }
}
