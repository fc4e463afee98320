package import CivilTime

/// Days in a row that something was done, without a schedule: every day counts.
///
/// The day asked on, while unanswered, neither adds nor breaks: it is not over.
package struct DayStreak: Hashable, Sendable {
    package let current: Int
    package let best: Int

    /// - Parameters:
    ///   - done: The days that count; later ones than `asOf` are not looked at.
    ///   - refused: The days answered with a No.
    ///   - asOf: The day asked on.
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
