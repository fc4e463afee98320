/// How long a process is given for each step, and when one that keeps ending is given up.
package struct RestartPolicy: Hashable, Sendable {
    /// From its start to its word that it is ready.
    package var readyLimit = Duration.seconds(10)
    /// For finishing what it has begun.
    package var drainLimit = Duration.seconds(10)
    /// From SIGTERM to SIGKILL.
    package var terminateLimit = Duration.seconds(5)
    /// From SIGABRT to SIGKILL, for saying where it was.
    package var abortLimit = Duration.milliseconds(1200)
    /// From the broker's loss of a worker to the conclusion that it hangs: it may come back.
    package var absenceLimit = Duration.milliseconds(500)
    /// From the start of another broker until every worker that is ready has to be known to it.
    package var returnLimit = Duration.seconds(5)
    /// The wait before the second start in a row; the first is at once.
    package var firstDelay = Duration.milliseconds(50)
    package var maximumDelay = Duration.seconds(10)
    /// By this part of itself a delay is made longer or shorter, so that what failed together does
    /// not come back together.
    package var jitter = 0.2
    /// Ready for this long, a process has a clean record.
    package var stableUptime = Duration.seconds(30)
    /// With so many deaths within `crashWindow` it has failed.
    package var crashLimit = 5
    package var crashWindow = Duration.seconds(60)

    package init() {}

    /// The wait before a start that follows `failures` others in a row.
    /// `random` is from 0 to 1, and 0.5 leaves the delay as it is.
    func delay(afterCrashes failures: Int, random: Double) -> Duration {
        guard failures > 0 else { return .zero }
        var delay = firstDelay
        for _ in 1..<failures where delay < maximumDelay { delay *= 2 }
        return min(delay, maximumDelay) * (1 + jitter * (2 * random - 1))
    }
}

/// The deaths of one process, which decide when it is started again, and whether.
struct CrashHistory: Hashable, Sendable {
    private var recent: [Duration] = []
    private var consecutive = 0

    enum Decision: Hashable {
        case restart(after: Duration)
        case fail
    }

    /// Notes a death at `now`; `readyFor` is how long it had been ready, nil when it never was.
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
