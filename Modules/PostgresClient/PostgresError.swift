package import RPC

/// A failure of a statement or of a connection.
package enum PostgresError: Error, Hashable, Sendable {
    /// The server rejected a statement.
    case rejected(SQLState, message: String)
    /// The connection ended while it was open. A commit that was sent before may have happened.
    case connectionLost(reason: String)
    /// No connection could be opened. `refusal` is nil if the server was not reached.
    case cannotConnect(address: String, reason: String, refusal: ConnectionRefusal?)
    /// The time limit has passed.
    case timedOut
    case cancelled
    /// The value of a column is NULL or of another type than was read.
    case unexpectedValue(column: String)
    /// More tasks wait for a connection than are allowed.
    case tooManyWaiting(limit: Int)
}

extension PostgresError {
    /// True if the same transaction may succeed in another attempt. After `connectionLost` during a
    /// commit only an idempotency key shows if the first attempt was committed.
    package var isRetryable: Bool {
        switch self {
        case .rejected(let state, _): state.isRetryable
        case .connectionLost: true
        case .cannotConnect(_, _, let refusal): refusal?.isTransient ?? true
        case .timedOut, .cancelled, .unexpectedValue, .tooManyWaiting: false
        }
    }

    /// The code of the server's error; nil for another error.
    package var state: SQLState? {
        if case .rejected(let state, _) = self { state } else { nil }
    }
}

extension PostgresError: StatusConvertible {
    package var status: Status {
        switch self {
        case .rejected(let state, let message): Self.status(of: state, message)
        case .connectionLost(let reason):
            Status(
                .unavailable, "The connection to PostgreSQL was lost: \(reason).",
                hint: "Try again; the server may have been restarted.")
        case .cannotConnect(let address, let reason, let refusal):
            Status(
                isRetryable ? .unavailable : .failedPrecondition,
                "No connection to PostgreSQL at \(address) can be opened: \(reason).",
                hint: refusal?.remedy
                    ?? "Check the host and the port of the address, and that the server runs.")
        case .timedOut:
            Status(
                .deadlineExceeded, "PostgreSQL has not answered within the time limit.",
                hint: "Try again; see the load of the server if it fails again.")
        case .cancelled: Status(.cancelled, "The statement was cancelled.")
        case .unexpectedValue(let column):
            Status(
                .dataLoss,
                "The column \(column) of a result of PostgreSQL has an unexpected value.",
                hint: "Compare the version of the schema with that of Dayline.")
        case .tooManyWaiting(let limit):
            Status(
                .resourceExhausted,
                "All connections to PostgreSQL are in use, and \(limit) requests wait for one.",
                hint: "Try again later.")
        }
    }

    private static func status(of state: SQLState, _ message: String) -> Status {
        switch state.code.prefix(2) {
        case "22": Status(.invalidArgument, "PostgreSQL rejects a value: \(message).")
        case "42":
            switch state.code {
            case "42501":
                Status(
                    .permissionDenied, "The role of PostgreSQL lacks a permission: \(message).",
                    hint: "Run the migrator as the owner of the schema.")
            default:
                Status(
                    .failedPrecondition, "The schema in PostgreSQL is not as expected: \(message).",
                    hint: "Run the migrator as the owner of the schema.")
            }
        case "53": Status(.resourceExhausted, "PostgreSQL lacks a resource: \(message).")
        case "58", "XX": Status(.dataLoss, "PostgreSQL reports damage: \(message).")
        default:
            state.isRetryable
                ? Status(
                    .unavailable, "PostgreSQL interrupted a request: \(message).",
                    hint: "Try again.")
                : Status(.internal, "PostgreSQL rejects a statement (\(state.code)): \(message).")
        }
    }
}
