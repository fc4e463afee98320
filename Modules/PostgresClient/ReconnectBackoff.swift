/// The pauses between failed attempts to connect: 50 ms, doubled up to 5 s, each shortened by up to a half
/// at random, so that workers do not return together.
struct ReconnectBackoff: Sendable {
    private static let firstPause = Duration.milliseconds(50)
    private static let longestPause = Duration.seconds(5)

    private var failures = 0
    /// The earliest instant of the next attempt.
    private(set) var next = ContinuousClock.now

    /// Records a failed attempt at `now`. `jitter` is from 0 to 0.5.
    mutating func recordFailure(now: ContinuousClock.Instant, jitter: Double) {
        let pause = min(Self.firstPause * (1 << min(failures, 10)), Self.longestPause)
        failures += 1
        next = now + pause * (1 - jitter)
    }

    mutating func recordSuccess() {
        failures = 0
    }
}
