/// Time limits of the steps of a process, and the limits of restarts.
package struct RestartPolicy: Hashable, Sendable {
    /// From the start of a process to its report that it is ready.
    package var readyLimit = Duration.seconds(30)
    /// For finishing open calls.
    package var drainLimit = Duration.seconds(10)
    /// For the end of a process that is not ready, and so has no open calls.
    package var startDrainLimit = Duration.seconds(2)
    /// From SIGTERM to SIGKILL.
    package var terminateLimit = Duration.seconds(5)
    /// From SIGABRT to SIGKILL, for the backtrace.
    package var abortLimit = Duration.milliseconds(1200)
    /// From the broker's loss of a worker to the conclusion that the worker hangs. It may reconnect.
    package var absenceLimit = Duration.milliseconds(500)
    /// From the start of a new broker until every ready worker must be registered.
    package var returnLimit = Duration.seconds(5)
    /// The delay before the second restart in a row; the first has none.
    package var firstDelay = Duration.milliseconds(50)
    package var maximumDelay = Duration.seconds(10)
    /// The fraction by which a delay is varied at random, so that processes that failed together do not
    /// restart together.
    package var jitter = 0.2
    /// Time of being ready after which earlier crashes do not count.
    package var stableUptime = Duration.seconds(30)
    /// Number of crashes within `crashWindow` after which a process has failed.
    package var crashLimit = 5
    package var crashWindow = Duration.seconds(60)

    package init() {}

    /// The delay before a start that follows `failures` crashes in a row. `random` is from 0 to 1; 0.5
    /// leaves the delay unchanged.
    func delay(afterCrashes failures: Int, random: Double) -> Duration {
        guard failures > 0 else { return .zero }
        var delay = firstDelay
        for _ in 1..<failures where delay < maximumDelay { delay *= 2 }
        return min(delay, maximumDelay) * (1 + jitter * (2 * random - 1))
    }
}

/// The crashes of one process, which decide whether and when it is restarted.
struct CrashHistory: Hashable, Sendable {
    private var recent: [Duration] = []
    private var consecutive = 0

    enum Decision: Hashable {
        case restart(after: Duration)
        case fail
    }

    /// Records a crash at `now`; `readyFor` is how long the process was ready, nil if it never was.
    mutating func recordCrash(
        at now: Duration, readyFor: Duration?, policy: RestartPolicy, random: Double
    ) -> Decision {
        if let readyFor, readyFor >= policy.stableUptime { consecutive = 0 }
        recent.removeAll { now - $0 >= policy.crashWindow }
        recent.append(now)
        guard recent.count < policy.crashLimit else { return .fail }
        defer { consecutive += 1 }
        return .restart(after: policy.delay(afterCrashes: consecutive, random: random))
    }
}
