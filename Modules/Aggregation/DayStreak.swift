package import CivilTime

/// The current and the longest run of consecutive days on which something was done, without a
/// schedule.
///
/// The day `asOf` is not over: while it is unanswered, it neither extends nor breaks the run.
package struct DayStreak: Hashable, Sendable {
    package let current: Int
    package let best: Int

    /// - Parameters:
    ///   - done: The days that count, ascending, each once; days after `asOf` are ignored.
    ///   - isRefused: True if the day `asOf` is answered with No.
    ///   - asOf: The day that the streak is computed for.
    package init(done: [CivilDate], isRefused: Bool = false, asOf: CivilDate) {
        var run = 0
        var best = 0
        var previous: CivilDate?
        for day in done where day <= asOf {
            run = previous?.advanced(by: 1) == day ? run + 1 : 1
            best = max(best, run)
            previous = day
        }
        let isAlive = previous.map { last in
            last == asOf || (last.distance(to: asOf) == 1 && !isRefused)
        }
        current = isAlive == true ? run : 0
        self.best = best
    }
}
