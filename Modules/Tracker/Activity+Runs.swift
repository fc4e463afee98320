package import CivilTime

/// Consecutive days on which an activity is available with one configuration.
package struct ConfiguredRun: Hashable, Sendable {
    package var first: CivilDate
    /// The last day, included; nil for a run without an end.
    package var last: CivilDate?
    package var configuration: Configuration

    /// The parts of the run outside `start...end`; a nil `end` removes all days from `start`.
    fileprivate func without(_ start: CivilDate, _ end: CivilDate?) -> [Self] {
        guard first <= end ?? first, last ?? start >= start else { return [self] }
        var before = self
        before.last = start.advanced(by: -1)
        guard let end else { return [before].filter(\.hasDays) }
        var after = self
        after.first = end.advanced(by: 1)
        return [before, after].filter(\.hasDays)
    }

    fileprivate var hasDays: Bool { first <= last ?? first }
}

extension Activity {
    /// The days on which the activity is available, by configuration, earliest first.
    package var runs: [ConfiguredRun] {
        var runs: [ConfiguredRun] = []
        var next = created
        for snapshot in history.snapshots where snapshot.last >= created {
            // Days without a snapshot have the present configuration.
            runs.append(
                ConfiguredRun(
                    first: next, last: snapshot.first.advanced(by: -1),
                    configuration: configuration))
            runs.append(
                ConfiguredRun(
                    first: max(snapshot.first, created), last: snapshot.last,
                    configuration: snapshot.configuration))
            next = snapshot.last.advanced(by: 1)
        }
        runs.append(ConfiguredRun(first: next, configuration: configuration))
        runs.removeAll { !$0.hasDays }
        for past in pastPauses where past.since < past.last {
            runs = runs.flatMap { $0.without(past.since.advanced(by: 1), past.last) }
        }
        if let pause { runs = runs.flatMap { $0.without(pause.since.advanced(by: 1), nil) } }
        return runs
    }
}
