import Synchronization

/// Retries of repeatable calls after transient refusals.
///
/// gRPC's retry policy: a few attempts with exponential backoff and jitter, and a budget that retries
/// consume and successes refill, so that retries do not keep an overloaded server overloaded.
package struct RetryPolicy: Sendable {
    package static let maximumAttempts = 3
    private static let firstDelay = Duration.milliseconds(20)

    package init() {}

    /// True if a refusal with this code may be transient.
    package func isTransient(_ code: Status.Code) -> Bool {
        code == .unavailable || code == .resourceExhausted
    }

    /// The delay after the given number of attempts: 20 ms, doubled with each further attempt. `jitter` is
    /// from -0.2 to 0.2, so that callers refused together do not return together.
    package func delay(afterAttempts attempts: Int, jitter: Double) -> Duration {
        Self.firstDelay * (Double(1 << max(0, attempts - 1)) * (1 + jitter))
    }
}

/// The retry budget of a connection: ten tokens. A retry costs one, a success returns a tenth. Below
/// half of the limit there are no retries.
package final class RetryBudget: Sendable {
    private static let limit = 10.0
    private static let refill = 0.1

    private let tokens = Mutex(limit)

    package init() {}

    package func recordSuccess() {
        tokens.withLock { $0 = min(Self.limit, $0 + Self.refill) }
    }

    /// Takes a token. False if not more than half of them are left.
    package func withdraw() -> Bool {
        tokens.withLock { tokens in
            guard tokens > Self.limit / 2 else { return false }
            tokens -= 1
            return true
        }
    }
}
