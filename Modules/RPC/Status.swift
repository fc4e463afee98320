/// The failure of a call, as sent between processes.
///
/// `code` is for programs. `message` is a sentence for people and is shown unchanged. `hint` is a remedy:
/// a command to type or an action.
package struct Status: Error, Hashable, Codable, Sendable {
    package var code: Code
    package var message: String
    package var hint: String?

    package init(_ code: Code, _ message: String, hint: String? = nil) {
        self.code = code
        self.message = message
        self.hint = hint
    }

    /// gRPC's status codes, with their numbers.
    package enum Code: UInt16, Codable, CaseIterable, Sendable {
        case ok = 0
        case cancelled = 1
        case unknown = 2
        case invalidArgument = 3
        case deadlineExceeded = 4
        case notFound = 5
        case alreadyExists = 6
        case permissionDenied = 7
        case resourceExhausted = 8
        case failedPrecondition = 9
        case aborted = 10
        case outOfRange = 11
        case unimplemented = 12
        case `internal` = 13
        case unavailable = 14
        case dataLoss = 15
        case unauthenticated = 16

        /// gRPC's name, such as `NOT_FOUND`.
        package var name: String {
            switch self {
            case .ok: "OK"
            case .cancelled: "CANCELLED"
            case .unknown: "UNKNOWN"
            case .invalidArgument: "INVALID_ARGUMENT"
            case .deadlineExceeded: "DEADLINE_EXCEEDED"
            case .notFound: "NOT_FOUND"
            case .alreadyExists: "ALREADY_EXISTS"
            case .permissionDenied: "PERMISSION_DENIED"
            case .resourceExhausted: "RESOURCE_EXHAUSTED"
            case .failedPrecondition: "FAILED_PRECONDITION"
            case .aborted: "ABORTED"
            case .outOfRange: "OUT_OF_RANGE"
            case .unimplemented: "UNIMPLEMENTED"
            case .internal: "INTERNAL"
            case .unavailable: "UNAVAILABLE"
            case .dataLoss: "DATA_LOSS"
            case .unauthenticated: "UNAUTHENTICATED"
            }
        }
    }
}

extension Status.Code {
    /// True if the same request can succeed at a later time: the system had no worker, resources or time
    /// for the request. After ABORTED and CANCELLED the caller has to decide, since the data changed or the
    /// work was ended.
    package var canSucceedLater: Bool {
        switch self {
        case .unavailable, .resourceExhausted, .deadlineExceeded: true
        default: false
        }
    }
}

extension Status: CustomStringConvertible {
    package var description: String {
        if let hint { "\(message) \(hint)" } else { message }
    }
}

/// An error that has a corresponding status.
package protocol StatusConvertible: Error {
    var status: Status { get }
}

extension Status {
    /// The status of any error: its own, or INTERNAL with its description.
    package init(describing error: any Error) {
        switch error {
        case let status as Status: self = status
        case let convertible as any StatusConvertible: self = convertible.status
        case is CancellationError: self.init(.cancelled, "The call was cancelled.")
        default: self.init(.internal, "An internal error occurred: \(error).")
        }
    }
}
