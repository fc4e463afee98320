package import CivilTime
import Memberwise
package import Milestones
import RPC

extension Weights {
    /// The milestones from the start weight to the goal weight. Fields that depend on a weight are
    /// nil before the first weight entry.
    @Described
    package struct MilestonesResponse: Codable, Hashable, WireValue {
        /// The unit of all weights of the response except `history`: `kg` or `lb`.
        package var unit: WeightUnit
        /// The distance of milestones: `five`, `ten` or `fifteen`.
        package var interval: MilestoneInterval
        /// The distance of milestones as text, such as `5 lb` or `2 kg`.
        package var intervalLabel: String
        /// The start weight, in `unit`; nil: no weight entry and no stated start.
        package var start: Double?
        /// The goal weight, in `unit`.
        package var goal: Double
        /// The newest weight, in `unit`; nil: no weight entry.
        package var current: Double?
        /// The next target, in `unit`; nil: no weight entry.
        package var next: Double?
        /// The last target at or behind the weight, else the interval boundary behind the weight,
        /// in `unit`; nil: no weight entry.
        package var previous: Double?
        /// The share of the way from `previous` to `next`, 0 to 1; nil: no weight entry.
        package var progress: Double?
        /// The distance to `next`, in `unit`, 0 or more; nil: no weight entry.
        package var toNext: Double?
        /// True if a target is less than 0.5 lb away.
        package var near: Bool
        /// True if the newest weight is at or past the goal.
        package var reachedGoal: Bool
        /// The targets from the start to the goal, in order.
        package var targets: [Target]
        /// The milestone to celebrate until acknowledged; null: none.
        package var celebration: Celebration?
        /// The reached milestones, oldest first, also of earlier goals and intervals.
        package var history: [ReachedMilestone]
        /// The warning about an unusual goal: `tooLow` below 88 lb, `tooHigh` above 330 lb; nil:
        /// none.
        package var warning: WeightLimits.Warning?

        package init(
            unit: WeightUnit, interval: MilestoneInterval, start: Double?, goal: Double,
            current: Double?, milestoneProgress: MilestoneProgress?, targets: [Target],
            celebration: Celebration?, history: [ReachedMilestone], warning: WeightLimits.Warning?
        ) {
            self.unit = unit
            self.interval = interval
            intervalLabel = interval.label(in: unit)
            self.start = start
            self.goal = goal
            self.current = current
            next = milestoneProgress?.next
            previous = milestoneProgress?.previous
            progress = milestoneProgress?.fraction
            toNext = milestoneProgress?.toNext
            near = milestoneProgress?.isNear ?? false
            reachedGoal = milestoneProgress?.reachedGoal ?? false
            self.targets = targets
            self.celebration = celebration
            self.history = history
            self.warning = warning
        }

        /// Encodes a missing `celebration` as null; other missing values have no key.
        package func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(unit, forKey: .unit)
            try container.encode(interval, forKey: .interval)
            try container.encode(intervalLabel, forKey: .intervalLabel)
            try container.encodeIfPresent(start, forKey: .start)
            try container.encode(goal, forKey: .goal)
            try container.encodeIfPresent(current, forKey: .current)
            try container.encodeIfPresent(next, forKey: .next)
            try container.encodeIfPresent(previous, forKey: .previous)
            try container.encodeIfPresent(progress, forKey: .progress)
            try container.encodeIfPresent(toNext, forKey: .toNext)
            try container.encode(near, forKey: .near)
            try container.encode(reachedGoal, forKey: .reachedGoal)
            try container.encode(targets, forKey: .targets)
            try container.encode(celebration, forKey: .celebration)
            try container.encode(history, forKey: .history)
            try container.encodeIfPresent(warning, forKey: .warning)
        }
    }

    @Message
    package struct Target: Codable, Hashable, Sendable {
        /// The target weight, in `unit` of the response.
        package var target: Double
        /// True if the target was reached.
        package var reached: Bool
        /// The day on which the target was reached; nil: not reached, or the day is unknown.
        package var achievedDate: CivilDate?
    }

    @Message
    package struct Celebration: Codable, Hashable, Sendable {
        /// The reached weight, in `unit`.
        package var target: Double
        /// The unit of the goal: `kg` or `lb`.
        package var unit: WeightUnit
        /// The day on which the milestone was reached.
        package var achievedDate: CivilDate
    }

    /// A milestone that was reached, in the unit it was reached in.
    package struct ReachedMilestone: Codable, Hashable, Sendable {
        /// The reached weight, in `unit`.
        package var target: Double
        /// The unit at the time of reaching: `kg` or `lb`.
        package var unit: WeightUnit
        /// The day on which the milestone was reached.
        package var achievedDate: CivilDate
        /// The start weight at that time, in `unit`.
        package var start: Double
        /// True if the celebration was acknowledged, or never shown.
        package var celebrationShown: Bool

        package init(_ record: MilestoneRecord) {
            target = record.target
            unit = record.unit
            achievedDate = record.day
            start = record.start
            celebrationShown = record.celebrationShown
        }
    }
}
