package import CivilTime

/// That a target was reached. Records are added, never altered but for being shown.
package struct MilestoneRecord: Hashable, Codable, Sendable {
    package var target: Double
    package var unit: WeightUnit
    package var day: CivilDate
    /// The weight the way began at, in `unit`.
    package var start: Double
    package var celebrationShown: Bool
    /// The day that it was written down on; nil: when it was reached.
    package var recorded: CivilDate?
    /// The day that its celebration was seen on; nil: not yet, or ever since.
    package var acknowledged: CivilDate?

    package init(
        target: Double, unit: WeightUnit, day: CivilDate, start: Double,
        celebrationShown: Bool = false
    ) {
        self.target = target
        self.unit = unit
        self.day = day
        self.start = start
        self.celebrationShown = celebrationShown
    }

    /// Whether its weights are some that a person can weigh.
    package var isValid: Bool {
        [target, start].allSatisfy { WeightLimits.isValid(weight: $0, unit: unit) }
    }

    /// Whether it records this target of a plan in `unit`: one within the tolerance is the same.
    package func isRecord(of target: Double, in unit: WeightUnit) -> Bool {
        unit.isNear(self.unit.convert(self.target, to: unit), target)
    }
}

/// What there is to celebrate, and why.
package enum Celebration: Hashable, Sendable {
    /// A record that was never shown; `index` is its place in the history.
    case uncelebratedExisting(index: Int)
    case newlyCrossed(target: Double)
    case noEntries
    case noCrossedMilestones
    case allMilestonesAlreadyCelebrated

    /// The word for the reason.
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

/// The milestones of a person, oldest first.
package struct MilestoneHistory: Hashable, Codable, Sendable {
    package private(set) var records: [MilestoneRecord]

    package init(_ records: [MilestoneRecord] = []) {
        self.records = records
    }

    /// The targets that `current` has reached and no record holds, in walking order.
    package func crossed(at current: Double, on plan: MilestonePlan) -> [Double] {
        plan.reached(at: current).filter { target in
            !records.contains { $0.isRecord(of: target, in: plan.unit) }
        }
    }

    /// What there is to celebrate: a record that was not shown, else the first target crossed. The
    /// others wait for later checks. `current` is `nil` before the first weighing.
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

    /// Checks the newest of some weighings, oldest first, and records at most one target that it crossed,
    /// on the day that it was reached.
    ///
    /// The record to celebrate is returned until it is acknowledged.
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

    /// The oldest celebration that was not shown has been shown.
    package mutating func acknowledge() {
        if let index = records.firstIndex(where: { !$0.celebrationShown }) {
            records[index].celebrationShown = true
        }
    }

    /// Records the targets of a new plan that are passed already, without a celebration: a finer
    /// grid or another unit is no achievement.
    package mutating func recordSilently(_ entries: [WeightEntry], on plan: MilestonePlan) {
        guard let current = entries.last?.weight(in: plan.unit) else { return }
        records += plan.records(
            of: crossed(at: current, on: plan), in: entries, celebrationShown: true)
    }
}

extension MilestonePlan {
    /// The day on which a target was first reached, by weighings that come oldest first, since the way was
    /// last at or behind its start: who comes back reaches it again. Nil when it was not.
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
    /// The target to celebrate, in `unit`; `nil` when there is nothing to celebrate.
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
