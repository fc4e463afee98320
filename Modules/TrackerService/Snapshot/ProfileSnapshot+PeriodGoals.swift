import CivilTime
import Contracts
import Tracker
import TrackerRules

extension ProfileSnapshot {
    /// The goals over the `count` days through `today`, beside the period `before`.
    func periodGoals(
        in catalog: Catalog, count: Int, _ before: Bucket, asOf today: CivilDate
    ) -> [Statistics.PeriodGoal] {
        let earlier = self.catalog(asOf: before.end)
        let earlierCount = before.start.distance(to: before.end) + 1
        return goals.compactMap { catalog.goals[$0.id] }.map { goal in
            let earlierGoal = earlier.goals[goal.id]
            let earlierMetrics = earlierGoal.map {
                history.goalStatus(of: $0, in: earlier, asOf: before.end).metrics
            }
            let status = history.goalStatus(of: goal, in: catalog, asOf: today)
            return Statistics.PeriodGoal(
                id: goal.id.rawValue, title: goal.title, deadline: goal.deadline,
                daysLeft: goal.daysLeft(on: today), paused: status.isPaused,
                consistency: history.consistency(of: goal, in: catalog, asOf: today) {
                    history.settledRate(of: $0, days: count - 1, before: today)
                },
                previousConsistency: earlierGoal.flatMap {
                    history.consistency(of: $0, in: earlier, asOf: before.end) {
                        history.completionRate(
                            of: $0, days: earlierCount, endingOn: before.end, asOf: today)
                    }
                },
                metrics: status.metrics.map { metric in
                    let item = self.item(metric, asOf: today)
                    let earlierMetric = earlierMetrics?.first {
                        $0.link.activity == metric.link.activity
                    }
                    return Statistics.PeriodGoalMetric(
                        activity: item.activity, unit: item.unit, baseline: item.baseline,
                        target: item.target, latest: item.latest, progress: item.progress,
                        previousProgress: earlierMetric?.progress)
                })
        }
    }
}
