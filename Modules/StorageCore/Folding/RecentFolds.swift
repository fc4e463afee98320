import Synchronization

/// The recently folded days of each metric, with which a client that has earlier totals is sent only the
/// days that changed. In memory only; without a record all days are sent.
package final class RecentFolds: Sendable {
    private struct Step {
        /// The version of the totals before the fold.
        var from: Int64
        /// The version of the totals after the fold.
        var to: Int64
        /// The days that the fold changed.
        var days: DaySpan
    }

    /// The maximum number of steps for each metric.
    private static let limit = 32
    /// The maximum number of metrics; all steps are dropped beyond it.
    private static let metricLimit = 1024

    private let steps = Mutex<[ProfileMetric: [Step]]>([:])

    /// Records that stored totals of the version `before` were replaced.
    package func record(_ folded: FoldedMetric, after before: Int64) {
        let days = folded.slices.map(\.days)
        guard let from = days.map(\.from).min(), let to = days.map(\.to).max() else { return }
        let step = Step(
            from: before, to: folded.version, days: DaySpan(from: from, to: to))
        steps.withLock { steps in
            var known = steps[folded.metric] ?? []
            // A gap in the versions invalidates the earlier steps.
            if known.last?.to != before { known = [] }
            known.append(step)
            if steps.count >= Self.metricLimit, steps[folded.metric] == nil { steps = [:] }
            steps[folded.metric] = known.suffix(Self.limit)
        }
    }

    /// The days that may differ between the totals of the version `old` and those of `current`; nil if
    /// unknown.
    package func days(of metric: ProfileMetric, from old: Int64, to current: Int64) -> DaySpan? {
        let known = steps.withLock { $0[metric] ?? [] }
        guard let first = known.first, let last = known.last, first.from <= old, last.to >= current
        else { return nil }
        let newer = known.filter { $0.to > old }.map(\.days)
        guard let from = newer.map(\.from).min(), let to = newer.map(\.to).max() else {
            return nil
        }
        return DaySpan(from: from, to: to)
    }
}
