package import CivilTime
import Memberwise

/// The record of a reached target. Records are appended; only `celebrationShown` changes.
@Memberwise
package struct MilestoneRecord: Hashable, Codable, Sendable {
    package var target: Double
    package var unit: WeightUnit
    package var day: CivilDate
    /// The start weight of the plan, in `unit`.
    package var start: Double
    package var celebrationShown: Bool = false
    /// The day of recording; nil if equal to `day`.
    package var recorded: CivilDate? = nil
    /// The day on which the celebration was acknowledged; nil if not acknowledged or the day is unknown.
    package var acknowledged: CivilDate? = nil

    /// True if the weights are within the limits of body weights.
    package var isValid: Bool {
        [target, start].allSatisfy { WeightLimits.isValid(weight: $0, unit: unit) }
    }

    /// True if the record is of this target of a plan in `unit`, within the tolerance.
    package func isRecord(of target: Double, in unit: WeightUnit) -> Bool {
        unit.isNear(self.unit.convert(self.target, to: unit), target)
    }
}

/// The milestone to celebrate, or the reason why no milestone is celebrated.
package enum Celebration: Hashable, Sendable {
    /// A record without a shown celebration; `index` is its index in the history.
    case uncelebratedExisting(index: Int)
    case newlyCrossed(target: Double)
    case noEntries
    case noCrossedMilestones
    case allMilestonesAlreadyCelebrated

    /// The name of the case in responses.
    package var reason: String {
        switch self {
        case .uncelebratedExisting: "uncelebratedExisting"
        case .newlyCrossed: "newlyCrossed"
        case .noEntries: "noEntries"
        case .noCrossedMilestones: "noCrossedMilestones"
        case .allMilestonesAlreadyCelebrated: "allMilestonesAlreadyCelebrated"
        }
    }
}

/// The reached milestones of a profile, oldest first.
package struct MilestoneHistory: Hashable, Codable, Sendable {
    package private(set) var records: [MilestoneRecord]

    package init(_ records: [MilestoneRecord] = []) {
        self.records = records
    }

    /// The targets that `current` has reached and that have no record, in order from the start.
    package func crossed(at current: Double, on plan: MilestonePlan) -> [Double] {
        plan.reached(at: current).filter { target in
            !records.contains { $0.isRecord(of: target, in: plan.unit) }
        }
    }

    /// The milestone to celebrate: a record without a shown celebration, else the first reached target
    /// without a record. Further targets wait for later checks. `current` is nil before the first
    /// weight entry.
    package func celebration(at current: Double?, on plan: MilestonePlan) -> Celebration {
        guard let current else { return .noEntries }
        if let index = records.firstIndex(where: { !$0.celebrationShown }) {
            return .uncelebratedExisting(index: index)
        }
        if let target = crossed(at: current, on: plan).first {
            return .newlyCrossed(target: target)
        }
        return plan.reached(at: current).isEmpty
            ? .noCrossedMilestones : .allMilestonesAlreadyCelebrated
    }

    /// Checks the newest of `entries`, oldest first, and records at most one reached target, with the day
    /// on which it was reached.
    /// - Returns: The record to celebrate, until it is acknowledged; nil without one.
    package mutating func check(
        _ entries: [WeightEntry], on plan: MilestonePlan
    ) -> MilestoneRecord? {
        switch celebration(at: entries.last?.weight(in: plan.unit), on: plan) {
        case .uncelebratedExisting(let index):
            return records[index]
        case .newlyCrossed(let target):
            records += plan.records(of: [target], in: entries, celebrationShown: false)
            return records.last
        case .noEntries, .noCrossedMilestones, .allMilestonesAlreadyCelebrated:
            return nil
        }
    }

    /// Marks the oldest pending celebration as shown.
    package mutating func acknowledge() {
        if let index = records.firstIndex(where: { !$0.celebrationShown }) {
            records[index].celebrationShown = true
        }
    }

    /// Records the reached targets of a new plan without a celebration: another interval or unit is not an
    /// achievement.
    package mutating func recordSilently(_ entries: [WeightEntry], on plan: MilestonePlan) {
        guard let current = entries.last?.weight(in: plan.unit) else { return }
        records += plan.records(
            of: crossed(at: current, on: plan), in: entries, celebrationShown: true)
    }
}

extension MilestonePlan {
    /// The first day on which a target was reached since the weight was last at or behind the start; nil if
    /// it was not reached. `entries` are oldest first.
    package func dayOfReaching(_ target: Double, in entries: [WeightEntry]) -> CivilDate? {
        let begin = entries.lastIndex { isReached($0.weight(in: unit), at: start) } ?? 0
        return entries[begin...].first { isReached(target, at: $0.weight(in: unit)) }?.day
    }

    fileprivate func records(
        of targets: [Double], in entries: [WeightEntry], celebrationShown: Bool
    ) -> [MilestoneRecord] {
        targets.compactMap { target in
            dayOfReaching(target, in: entries).map { day in
                MilestoneRecord(
                    target: target, unit: unit, day: day, start: start,
                    celebrationShown: celebrationShown)
            }
        }
    }
}

extension MilestoneHistory {
    /// The target to celebrate, in `unit`; nil if there is nothing to celebrate.
    package func weight(toShow celebration: Celebration, in unit: WeightUnit) -> Double? {
        switch celebration {
        case .uncelebratedExisting(let index):
            records[index].unit.convert(records[index].target, to: unit)
        case .newlyCrossed(let target):
            target
        case .noEntries, .noCrossedMilestones, .allMilestonesAlreadyCelebrated:
            nil
        }
    }
}
