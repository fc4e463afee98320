package import CivilTime
import Memberwise
package import Milestones
import RPC

extension Weights {
    /// The way from a start to a goal, in `unit`. What depends on a weighing is nil before the
    /// first.
    @Described
    package struct MilestonesResponse: Codable, Hashable, WireValue {
        package var unit: WeightUnit
        package var interval: MilestoneInterval
        /// Such as `5 lb`.
        package var intervalLabel: String
        package var start: Double?
        package var goal: Double
        package var current: Double?
        package var next: Double?
        package var previous: Double?
        /// 0 to 1 of the way from previous to next.
        package var progress: Double?
        package var toNext: Double?
        package var near: Bool
        package var reachedGoal: Bool
        package var targets: [Target]
        package var celebration: Celebration?
        /// Reached milestones, oldest first, also of earlier targets.
        package var history: [ReachedMilestone]
        /// Why the goal is unusual: `tooLow` or `tooHigh`.
        package var warning: WeightLimits.Warning?

        package init(
            unit: WeightUnit, interval: MilestoneInterval, start: Double?, goal: Double,
            current: Double?, standing: MilestoneProgress?, targets: [Target],
            celebration: Celebration?, history: [ReachedMilestone], warning: WeightLimits.Warning?
        ) {
            self.unit = unit
            self.interval = interval
            intervalLabel = interval.label(in: unit)
            self.start = start
            self.goal = goal
            self.current = current
            next = standing?.next
            previous = standing?.previous
            progress = standing?.fraction
            toNext = standing?.toNext
            near = standing?.isNear ?? false
            reachedGoal = standing?.reachedGoal ?? false
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
        package var target: Double
        package var reached: Bool
        package var achievedDate: CivilDate?
    }

    @Message
    package struct Celebration: Codable, Hashable, Sendable {
        package var target: Double
        /// The goal's.
        package var unit: WeightUnit
        package var achievedDate: CivilDate
    }

    /// A milestone that was reached, in the unit it was reached in.
    package struct ReachedMilestone: Codable, Hashable, Sendable {
        package var target: Double
        package var unit: WeightUnit
        package var achievedDate: CivilDate
        package var start: Double
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
