import CivilTime
import Contracts
import Milestones
import RPC

/// What a person weighed and wants to weigh, as it is stored.
struct WeightLog: Sendable {
    /// By identifier.
    var weighings: [String: StoredWeightEntry] = [:]
    var goal: WeightGoal?
    /// Milestones that were reached, by identifier.
    var records: [String: MilestoneRecord] = [:]
    /// Days of health data whose weighing was deleted, by identifier.
    var dismissed: [String: DismissedWeightEntry] = [:]
    /// What reads weighings from health data here; nil before it has read any.
    var reader: WeightSyncSource?

    /// All weighings through a day, oldest first, with their identifiers.
    func ordered(through day: CivilDate) -> [(id: String, weighing: StoredWeightEntry)] {
        weighings.filter { $0.value.entry.day <= day }
            .sorted { left, right in
                let (a, b) = (left.value.entry, right.value.entry)
                return (a.day, a.at ?? 0, left.key) < (b.day, b.at ?? 0, right.key)
            }
            .map { ($0.key, $0.value) }
    }

    func entries(through day: CivilDate) -> [WeightEntry] {
        ordered(through: day).map(\.weighing.entry)
    }

    var history: MilestoneHistory {
        MilestoneHistory(records.sorted { $0.key < $1.key }.map(\.value))
    }

    /// The way to the goal as of a day, in its unit; nil before there is somewhere to start.
    func plan(_ interval: MilestoneInterval, through day: CivilDate) -> MilestonePlan? {
        guard let goal,
            let start = goal.start ?? entries(through: day).first?.weight(in: goal.unit)
        else { return nil }
        return MilestonePlan(start: start, goal: goal.weight, unit: goal.unit, interval: interval)
    }

    /// The person's unit: averages are shown in it, and what is read from health data.
    var unit: WeightUnit {
        if let goal { return goal.unit }
        let weighings = ordered(through: .distantFuture).map(\.weighing)
        let newest = weighings.last { $0.source == .person } ?? weighings.last
        return newest?.entry.unit ?? .kg
    }
}

/// A weighing with what is known of it beyond the numbers.
struct StoredWeightEntry: Codable, Hashable, Sendable {
    var entry: WeightEntry
    /// When it was changed last, in milliseconds since 1970 UTC.
    var modified: Int64?
    /// Nil for what a person entered.
    var origin: WeightEntryOrigin?

    var source: Weights.Source { origin?.reader == nil ? .person : .health }
}

/// What a person wants to weigh.
struct WeightGoal: Codable, Hashable, Sendable {
    var weight: Double
    var unit: WeightUnit
    /// Nil: the first weight.
    var start: Double?
    /// The targets whose crossings are recorded: another step or unit is recorded anew, silently.
    var grid: Grid
    /// The first day that it holds on; nil: since ever.
    var since: CivilDate?
    /// What it was before, oldest first.
    var former: [FormerWeightGoal]?
    /// The steps of its milestones before the present one, oldest first.
    var formerIntervals: [FormerMilestoneInterval]?

    /// Whether a person can want to weigh so.
    var isValid: Bool {
        WeightLimits.isValid(goal: weight, unit: unit)
            && start.map { WeightLimits.isValid(weight: $0, unit: unit) } ?? true
    }

    struct Grid: Codable, Hashable, Sendable {
        var interval: MilestoneInterval
        var unit: WeightUnit
    }
}
