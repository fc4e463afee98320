import Synchronization

/// When a call that may be repeated is asked again: after a refusal that may be over in a moment, a
/// few times, later each time.
///
/// gRPC's retry policy: attempts with exponential backoff and jitter, and a budget that retries use up
/// and successes fill, so that callers do not keep down who has too much to do already.
package struct RetryPolicy: Sendable {
    package static let maximumAttempts = 3
    private static let firstDelay = Duration.milliseconds(20)

    package init() {}

    /// Whether a refusal may be over in a moment.
    package func isTransient(_ code: Status.Code) -> Bool {
        code == .unavailable || code == .resourceExhausted
    }

    /// How long to wait after that many attempts: 20 ms, then twice as long each time. `jitter` is from
    /// -0.2 to 0.2, so that callers that were refused together come back one by one.
    package func delay(afterAttempts attempts: Int, jitter: Double) -> Duration {
        Self.firstDelay * (Double(1 << max(0, attempts - 1)) * (1 + jitter))
    }
}

/// What a connection may spend on retries: ten tokens, one for a retry, a tenth back for a success. At
/// half of it retries end, until enough calls have succeeded.
package final class RetryBudget: Sendable {
    private static let limit = 10.0
    private static let refill = 0.1

    private let tokens = Mutex(limit)

    package init() {}

    package func recordSuccess() {
        tokens.withLock { $0 = min(Self.limit, $0 + Self.refill) }
    }

    /// Takes a token, if there are more than half of them.
    package func withdraw() -> Bool {
        tokens.withLock { tokens in
            guard tokens > Self.limit / 2 else { return false }
            tokens -= 1
            return true
        }
    }
}
