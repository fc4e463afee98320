import CivilTime
import Contracts
import Milestones
import RPC

/// The stored weights, goal and milestones of a profile.
struct WeightLog: Sendable {
    /// By identifier.
    var weightEntries: [String: StoredWeightEntry] = [:]
    var goal: WeightGoal?
    /// The reached milestones, by identifier.
    var records: [String: MilestoneRecord] = [:]
    /// Excluded days of health data, by identifier.
    var dismissed: [String: DismissedWeightEntry] = [:]
    /// The name of the weight sync; nil before the first sync.
    var reader: WeightSyncSource?

    /// The entries up to a day, oldest first, with their identifiers.
    func ordered(through day: CivilDate) -> [(id: String, weightEntry: StoredWeightEntry)] {
        weightEntries.filter { $0.value.entry.day <= day }
            .sorted { left, right in
                let (a, b) = (left.value.entry, right.value.entry)
                return (a.day, a.at ?? 0, left.key) < (b.day, b.at ?? 0, right.key)
            }
            .map { ($0.key, $0.value) }
    }

    func entries(through day: CivilDate) -> [WeightEntry] {
        ordered(through: day).map(\.weightEntry.entry)
    }

    var history: MilestoneHistory {
        MilestoneHistory(records.sorted { $0.key < $1.key }.map(\.value))
    }

    /// The targets up to the goal as of a day, in its unit; nil without a goal or a start weight.
    func plan(_ interval: MilestoneInterval, through day: CivilDate) -> MilestonePlan? {
        guard let goal,
            let start = goal.start ?? entries(through: day).first?.weight(in: goal.unit)
        else { return nil }
        return MilestonePlan(start: start, goal: goal.weight, unit: goal.unit, interval: interval)
    }

    /// The unit of averages and of synced entries.
    var unit: WeightUnit {
        if let goal { return goal.unit }
        let weightEntries = ordered(through: .distantFuture).map(\.weightEntry)
        let newest = weightEntries.last { $0.source == .person } ?? weightEntries.last
        return newest?.entry.unit ?? .kg
    }
}

/// A weight entry with its modification time and origin.
struct StoredWeightEntry: Codable, Hashable, Sendable {
    var entry: WeightEntry
    /// The time of the last change, in milliseconds since 1970 UTC.
    var modified: Int64?
    /// Nil for manual input.
    var origin: WeightEntryOrigin?

    var source: Weights.Source { origin?.reader == nil ? .person : .health }
}

/// A goal weight with its history.
struct WeightGoal: Codable, Hashable, Sendable {
    var weight: Double
    var unit: WeightUnit
    /// Nil for the first weight.
    var start: Double?
    /// The interval and unit of the recorded milestones. After a change of either they are recorded
    /// again, without celebrations.
    var grid: Grid
    /// The first day on which the goal is valid; nil if it has no first day.
    var since: CivilDate?
    /// The replaced goals, oldest first.
    var former: [FormerWeightGoal]?
    /// The replaced milestone intervals, oldest first.
    var formerIntervals: [FormerMilestoneInterval]?

    /// True if the goal and start are within the limits of weights.
    var isValid: Bool {
        WeightLimits.isValid(goal: weight, unit: unit)
            && start.map { WeightLimits.isValid(weight: $0, unit: unit) } ?? true
    }

    struct Grid: Codable, Hashable, Sendable {
        var interval: MilestoneInterval
        var unit: WeightUnit
    }
}
