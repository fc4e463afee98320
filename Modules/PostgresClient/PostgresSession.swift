import CLibPQ
import CLinux
import Glibc
import HostFiles
import RPC

/// One session with a server. Used on the thread of its connection only.
final class PostgresSession {
    /// Prepared statements of a session; further ones are parsed with each use.
    private static let statementLimit = 500
    /// The time that the server has to confirm a cancellation.
    private static let cancellationGrace = Duration.seconds(2)

    private let pointer: OpaquePointer
    /// An eventfd that is readable when ``isInterrupted`` may have changed.
    private let wakeup: Int32
    private let isInterrupted: () -> Bool
    /// The names of prepared statements.
    private var statements: [PostgresQuery.Statement: String] = [:]
    private var statementCount = 0
    private var interruption: PostgresError?
    private var deadline = ContinuousClock.now
    /// True if the session cannot be used any more.
    private(set) var isLost = false

    init(
        moving pointer: OpaquePointer, wakeup: Int32, isInterrupted: @escaping () -> Bool
    ) {
        self.pointer = pointer
        self.wakeup = wakeup
        self.isInterrupted = isInterrupted
    }

    deinit {
        PQfinish(pointer)
    }

    /// True outside of a transaction.
    var isIdle: Bool { !isLost && PQtransactionStatus(pointer) == PQTRANS_IDLE }

    /// Sends all queries at once and returns their results in the same order. Without BEGIN they are one
    /// transaction. After an error the queries behind it are not executed.
    func run(
        _ queries: [PostgresQuery], until deadline: ContinuousClock.Instant
    ) throws(PostgresError) -> [PostgresResult] {
        try begin(until: deadline)
        guard PQenterPipelineMode(pointer) == 1 else { throw lose() }
        var steps: [Step] = []
        for query in queries { try send(query, &steps) }
        guard PQpipelineSync(pointer) == 1 else { throw lose() }
        let (results, failure) = try receive(steps)
        guard PQexitPipelineMode(pointer) == 1 else { throw lose() }
        try finish(failure)
        return results
    }

    /// Runs statements separated by semicolons as one transaction.
    func run(script: String, until deadline: ContinuousClock.Instant) throws(PostgresError) {
        try begin(until: deadline)
        guard PQsendQuery(pointer, script) == 1 else { throw lose() }
        try finish(try receiveAll())
    }

    /// Handles input between calls, such as the end of the server.
    func readIdleInput() {
        if PQconsumeInput(pointer) == 0 || PQstatus(pointer) == CONNECTION_BAD { isLost = true }
    }

    var descriptor: Int32 { PQsocket(pointer) }

    private func begin(until deadline: ContinuousClock.Instant) throws(PostgresError) {
        self.deadline = deadline
        guard !isInterrupted() else { throw .cancelled }
    }

    /// An expected result.
    private enum Step {
        case preparation(PostgresQuery.Statement)
        case query
    }

    private func send(
        _ query: PostgresQuery, _ steps: inout [Step]
    ) throws(PostgresError) {
        let statement = query.statement
        let encoded = EncodedParameters(query.parameters)
        steps.reserveCapacity(steps.count + 2)
        guard let name = try prepare(statement, &steps) else {
            let code = encoded.withPointers { count, values, lengths, formats in
                PQsendQueryParams(
                    pointer, query.sql, count, statement.types, values, lengths, formats, 1)
            }
            guard code == 1 else { throw lose() }
            return steps.append(.query)
        }
        let code = encoded.withPointers { count, values, lengths, formats in
            PQsendQueryPrepared(pointer, name, count, values, lengths, formats, 1)
        }
        guard code == 1 else { throw lose() }
        steps.append(.query)
    }

    /// The name of a prepared statement, which is sent to the server before its first use; nil if the
    /// session has too many.
    private func prepare(
        _ statement: PostgresQuery.Statement, _ steps: inout [Step]
    ) throws(PostgresError) -> String? {
        if let name = statements[statement] { return name }
        guard statements.count < Self.statementLimit else { return nil }
        statementCount += 1
        let name = "s\(statementCount)"
        guard
            PQsendPrepare(
                pointer, name, statement.sql, Int32(clamping: statement.types.count),
                statement.types) == 1
        else { throw lose() }
        statements[statement] = name
        steps.append(.preparation(statement))
        return name
    }

    private func receive(
        _ steps: [Step]
    ) throws(PostgresError) -> ([PostgresResult], PostgresError?) {
        var results: [PostgresResult] = []
        var failure: PostgresError?
        for step in steps {
            var isDone = false
            while let result = try nextResult() {
                switch PQresultStatus(result) {
                case PGRES_TUPLES_OK, PGRES_COMMAND_OK:
                    isDone = true
                    if case .query = step {
                        results.append(PostgresResult(result))
                        continue
                    }
                case PGRES_PIPELINE_ABORTED: break
                default: failure = failure ?? error(of: result)
                }
                PQclear(result)
            }
            if !isDone, case .preparation(let statement) = step { statements[statement] = nil }
        }
        guard let sync = try nextResult() else { throw lose() }
        PQclear(sync)
        return (results, failure)
    }

    /// Reads the results of a statement outside of a pipeline and returns the first error.
    private func receiveAll() throws(PostgresError) -> PostgresError? {
        var failure: PostgresError?
        while let result = try nextResult() {
            switch PQresultStatus(result) {
            case PGRES_TUPLES_OK, PGRES_COMMAND_OK: break
            default: failure = failure ?? error(of: result)
            }
            PQclear(result)
        }
        return failure
    }

    /// The next result, which the caller has to clear; nil at the end of a statement.
    private func nextResult() throws(PostgresError) -> OpaquePointer? {
        try flush()
        while PQisBusy(pointer) == 1 {
            try wait(for: POLLIN)
            try flush()
        }
        let result = PQgetResult(pointer)
        guard PQstatus(pointer) == CONNECTION_OK else {
            // The reason of the server, such as a shutdown, is in the last result.
            let failure = result.map { error(of: $0) }
            PQclear(result)
            isLost = true
            if case .rejected(_, let message)? = failure {
                throw .connectionLost(reason: message)
            }
            throw lose()
        }
        return result
    }

    /// Sends what libpq has collected. Input is received meanwhile, because a server may read only after
    /// its own output has been read.
    private func flush() throws(PostgresError) {
        while true {
            let isFull = PQflush(pointer)
            guard isFull >= 0 else { throw lose() }
            guard isFull == 1 else { return }
            try wait(for: POLLIN | POLLOUT)
        }
    }

    /// Waits for an event of the connection, and receives the input that has arrived.
    private func wait(for events: Int32) throws(PostgresError) {
        var entries = [
            pollfd(fd: descriptor, events: Int16(events), revents: 0),
            pollfd(fd: wakeup, events: Int16(POLLIN), revents: 0),
        ]
        let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
        poll(&entries, 2, Int32(clamping: Int(max(0, min(left.rounded(.up), 3_600_000)))))
        if entries[1].revents != 0 {
            dayline_eventfd_clear(wakeup)
            if isInterrupted() { try interrupt(.cancelled) }
        }
        if ContinuousClock.now >= deadline { try interrupt(.timedOut) }
        guard entries[0].revents & Int16(POLLIN | POLLERR | POLLHUP) != 0 else { return }
        guard PQconsumeInput(pointer) == 1 else { throw lose() }
    }

    /// Asks the server to cancel the statement. Its confirmation is awaited for a short time.
    private func interrupt(_ reason: PostgresError) throws(PostgresError) {
        guard interruption == nil else {
            guard ContinuousClock.now >= deadline else { return }
            isLost = true
            throw interruption ?? reason
        }
        interruption = reason
        deadline = .now + Self.cancellationGrace
        guard let cancel = PQgetCancel(pointer) else { return }
        let request = CancelRequest(cancel)
        // On a thread of its own: a server that does not answer delays the request too.
        try? DetachedThread.start { request.send() }
    }

    /// Throws the failure of a statement. After an interruption the session is not used any more, because a
    /// late cancellation could end another statement.
    private func finish(_ failure: PostgresError?) throws(PostgresError) {
        let interruption = interruption
        if interruption != nil { isLost = true }
        guard let failure else { return }
        if failure.state?.losesStatements == true { isLost = true }
        if let interruption, failure.state == .queryCanceled { throw interruption }
        // The server has a time limit of its own.
        if failure.state == .queryCanceled { throw .timedOut }
        throw failure
    }

    private func error(of result: OpaquePointer) -> PostgresError {
        guard let state = dayline_pq_state(result) else {
            return .connectionLost(
                reason: PostgresAddress.line(of: String(cString: PQresultErrorMessage(result))))
        }
        let message = dayline_pq_message(result).map { String(cString: $0) } ?? ""
        return .rejected(
            SQLState(String(cString: state)), message: PostgresAddress.line(of: message))
    }

    private func lose() -> PostgresError {
        isLost = true
        let message = PostgresAddress.line(of: String(cString: PQerrorMessage(pointer)))
        return .connectionLost(reason: message.isEmpty ? "it ended" : message)
    }
}

/// A request to cancel the statement that a session executes.
private final class CancelRequest: @unchecked Sendable {
    // Unchecked: libpq allows any thread to send and free a request.
    private let pointer: OpaquePointer
    private static let messageBytes: Int32 = 256

    init(_ pointer: OpaquePointer) {
        self.pointer = pointer
    }

    deinit {
        PQfreeCancel(pointer)
    }

    func send() {
        var message = [CChar](repeating: 0, count: Int(Self.messageBytes))
        // Fails only if the server cannot be reached; the session then ends after the grace period.
        _ = PQcancel(pointer, &message, Self.messageBytes)
    }
}
