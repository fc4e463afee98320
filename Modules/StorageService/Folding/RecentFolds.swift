import Synchronization

/// Which days of a metric were folded lately, so that whoever holds its totals need not be sent all of
/// them again. In memory only: what is not here is sent whole.
final class RecentFolds: Sendable {
    private struct Step {
        /// The totals of one version became those of another.
        var from: Int64
        var to: Int64
        var days: DaySpan
    }

    /// Of each metric.
    private static let limit = 32
    /// Metrics of all profiles; when there are more, all are forgotten.
    private static let metricLimit = 1024

    private let steps = Mutex<[ProfileMetric: [Step]]>([:])

    /// The metric's totals were replaced, once they are stored. They were those of the version `before`.
    func record(_ folded: FoldedMetric, after before: Int64) {
        let days = folded.slices.map(\.days)
        guard let from = days.map(\.from).min(), let to = days.map(\.to).max() else { return }
        let step = Step(
            from: before, to: folded.version, days: DaySpan(from: from, to: to))
        steps.withLock { steps in
            var known = steps[folded.metric] ?? []
            // A gap: something was folded that is not known here.
            if known.last?.to != before { known = [] }
            known.append(step)
            if steps.count >= Self.metricLimit, steps[folded.metric] == nil { steps = [:] }
            steps[folded.metric] = known.suffix(Self.limit)
        }
    }

    /// The days that may differ between the totals of the version `held` and those of `current`; nil
    /// when that is not known.
    func days(of metric: ProfileMetric, from held: Int64, to current: Int64) -> DaySpan? {
        let known = steps.withLock { $0[metric] ?? [] }
        guard let first = known.first, let last = known.last, first.from <= held, last.to >= current
        else { return nil }
        let newer = known.filter { $0.to > held }.map(\.days)
        guard let from = newer.map(\.from).min(), let to = newer.map(\.to).max() else {
            return nil
        }
        return DaySpan(from: from, to: to)
    }
}
