import CivilTime
import Milestones

/// A goal weight that was replaced.
struct FormerWeightGoal: Codable, Hashable, Sendable {
    var weight: Double
    var unit: WeightUnit
    var start: Double?
    /// The first day on which the goal was valid; nil if it had no first day.
    var since: CivilDate?
    var last: CivilDate
}

/// A milestone interval that was replaced, and its last day.
struct FormerMilestoneInterval: Codable, Hashable, Sendable {
    var interval: MilestoneInterval
    var last: CivilDate
}

extension WeightLog {
    /// The milestone interval as of a day. `present` is the current interval.
    func interval(_ present: MilestoneInterval, asOf day: CivilDate) -> MilestoneInterval {
        goal?.formerIntervals?.first { day <= $0.last }?.interval ?? present
    }
}

extension WeightGoal {
    /// Records the milestone interval for the days before `day`, on which another replaces it.
    mutating func recordInterval(_ interval: MilestoneInterval, before day: CivilDate) {
        let last = day.advanced(by: -1)
        let replaced = formerIntervals?.first { last <= $0.last }?.interval ?? interval
        formerIntervals =
            (formerIntervals ?? []).filter { $0.last < last }
            + [FormerMilestoneInterval(interval: replaced, last: last)]
    }

    /// Replaces another goal from a day on. The other one remains valid for earlier days.
    mutating func replace(_ other: WeightGoal, on day: CivilDate) {
        former = other.former
        let last = day.advanced(by: -1)
        guard other.since ?? last <= last else { return }
        let replaced = FormerWeightGoal(
            weight: other.weight, unit: other.unit, start: other.start, since: other.since,
            last: last)
        former = (former ?? []) + [replaced]
    }

    /// The goal at the end of `day`; nil if none was set.
    fileprivate func asOf(_ day: CivilDate) -> WeightGoal? {
        if since ?? day <= day { return self }
        return former?.last { $0.since ?? day <= day && day <= $0.last }.map {
            WeightGoal(
                weight: $0.weight, unit: $0.unit, start: $0.start, grid: grid,
                formerIntervals: formerIntervals)
        }
    }
}

extension WeightLog {
    /// The weight log at the end of `day`: its entries, goal, and the milestones recorded and
    /// acknowledged by then.
    func asOf(_ day: CivilDate) -> WeightLog {
        var past = self
        past.weightEntries = weightEntries.filter { $0.value.entry.day <= day }
        past.goal = goal?.asOf(day)
        past.records = records.compactMapValues { $0.asOf(day) }
        return past
    }
}

extension MilestoneRecord {
    fileprivate func asOf(_ day: CivilDate) -> MilestoneRecord? {
        guard recorded ?? self.day <= day else { return nil }
        var past = self
        past.celebrationShown = celebrationShown && acknowledged ?? day <= day
        return past
    }
}
