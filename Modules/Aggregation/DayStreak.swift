package import CivilTime

/// The current and the longest run of consecutive days on which something was done, without a
/// schedule.
///
/// The day `asOf` is not over: while it is unanswered, it neither extends nor breaks the run.
package struct DayStreak: Hashable, Sendable {
    package let current: Int
    package let best: Int

    /// - Parameters:
    ///   - done: The days that count; days after `asOf` are ignored.
    ///   - refused: The days answered with No.
    ///   - asOf: The day that the streak is computed for.
    package init(
        done: some Sequence<CivilDate>, refused: Set<CivilDate> = [], asOf: CivilDate
    ) {
        let days = Set(done).filter { $0 <= asOf }.sorted()
        var run = 0
        var best = 0
        var previous: CivilDate?
        for day in days {
            run = previous?.advanced(by: 1) == day ? run + 1 : 1
            best = max(best, run)
            previous = day
        }
        let isAlive = previous.map { last in
            last == asOf || (last.distance(to: asOf) == 1 && !refused.contains(asOf))
        }
        current = isAlive == true ? run : 0
        self.best = best
    }
}
