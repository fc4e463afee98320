package import CivilTime
package import Tracker

/// Consistency and metrics of a goal on a day.
package struct GoalStatus: Hashable, Sendable {
    package struct Contributor: Hashable, Sendable {
        package var link: GoalLink
        package var rate: CompletionRate
        /// Marks of the 14 days before the day and of the day itself, oldest first.
        package var marks: [DayMark]
    }

    package struct Metric: Hashable, Sendable {
        package var link: GoalLink
        /// The target in the unit of the day of the status.
        package var target: MetricTarget
        package var latest: Double?
        /// 0 to 1; nil if it cannot be computed.
        package var progress: Double?
        package var average: AverageProgress?
    }

    package var isPaused: Bool
    /// The weighted mean of the activities' rates, 0 to 1; nil if no activity counts.
    package var consistency: Double?
    package var activities: [Contributor]
    package var metrics: [Metric]
}

extension ActivityHistory {
    /// The status of a goal with its links in `catalog`: rates over the 14 days before `today`, and over
    /// `today` if the activity is complete.
    package func goalStatus(
        of goal: Goal, in catalog: Catalog, asOf today: CivilDate
    ) -> GoalStatus {
        let links = catalog.links(of: goal.id)
        var contributors: [GoalStatus.Contributor] = []
        var contributions: [GoalContribution] = []
        for link in links where link.role == .activity {
            guard let activity = activities[link.activity] else { continue }
            let rate = settledRate(of: activity, days: consistencyWindowInDays, before: today)
            let marks = marks(of: activity, days: consistencyWindowInDays + 1, endingOn: today)
            contributors.append(
                GoalStatus.Contributor(link: link, rate: rate, marks: marks))
            contributions.append(GoalContribution(link, of: activity, rate, asOf: today))
        }
        return GoalStatus(
            isPaused: catalog.isPaused(goal, asOf: today),
            consistency: GoalContribution.consistency(of: contributions),
            activities: contributors,
            metrics: links.compactMap { metric(of: $0, since: goal.created, asOf: today) })
    }

    /// The weighted mean of the rates of the linked activities, 0 to 1; nil if no activity counts. An
    /// activity that is paused on `day` does not count.
    package func consistency(
        of goal: Goal, in catalog: Catalog, asOf day: CivilDate, rate: (Activity) -> CompletionRate
    ) -> Double? {
        GoalContribution.consistency(
            of: catalog.links(of: goal.id).compactMap { link in
                guard link.role == .activity, let activity = activities[link.activity] else {
                    return nil
                }
                return GoalContribution(link, of: activity, rate(activity), asOf: day)
            })
    }

    private func metric(
        of link: GoalLink, since created: CivilDate, asOf today: CivilDate
    ) -> GoalStatus.Metric? {
        guard case .metric(let chosen) = link.role, let activity = activities[link.activity] else {
            return nil
        }
        let target =
            chosen.converted(to: activity.unit(on: today), of: activity)
            ?? MetricTarget(direction: chosen.targetDirection)
        let days = daysWithNumber(of: activity, through: today)
        let latest = latestValue(of: activity, asOf: today)
        let average: AverageProgress? =
            if let latest, let baseline = target.baseline, let days {
                AverageProgress(
                    change: latest - baseline,
                    spanInDays: min(created, days.lowerBound).distance(to: days.upperBound))
            } else {
                nil
            }
        return GoalStatus.Metric(
            link: link, target: target, latest: latest,
            progress: target.progress(latest: latest), average: average)
    }
}

extension GoalContribution {
    fileprivate init(
        _ link: GoalLink, of activity: Activity, _ rate: CompletionRate, asOf day: CivilDate
    ) {
        self.init(
            rate: rate.value, weight: link.weight, expected: rate.expected,
            isStopped: activity.pause(on: day) != nil)
    }
}
