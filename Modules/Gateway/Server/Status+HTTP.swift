import RPC

extension Status.Code {
    /// The status code of HTTP for a failure.
    var httpStatus: Int {
        switch self {
        case .ok: 200
        case .invalidArgument, .outOfRange: 422
        case .unauthenticated: 401
        case .permissionDenied: 403
        case .notFound, .unimplemented: 404
        case .aborted, .alreadyExists, .failedPrecondition: 409
        case .unavailable, .deadlineExceeded, .cancelled: 503
        case .resourceExhausted: 429
        case .unknown, .internal, .dataLoss: 500
        }
    }
}
