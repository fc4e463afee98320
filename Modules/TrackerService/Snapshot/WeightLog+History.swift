import CivilTime
import Milestones

/// A goal that another took the place of.
struct FormerWeightGoal: Codable, Hashable, Sendable {
    var weight: Double
    var unit: WeightUnit
    var start: Double?
    /// The first day that it held on; nil: since ever.
    var since: CivilDate?
    var last: CivilDate
}

/// A step between milestones that another replaced after a day.
struct FormerMilestoneInterval: Codable, Hashable, Sendable {
    var interval: MilestoneInterval
    var last: CivilDate
}

extension WeightLog {
    /// The step between milestones as of a day, `present` being the step of now.
    func interval(_ present: MilestoneInterval, asOf day: CivilDate) -> MilestoneInterval {
        goal?.formerIntervals?.first { day <= $0.last }?.interval ?? present
    }
}

extension WeightGoal {
    /// Keeps the step between milestones for the days before `day`, on which another replaces it.
    mutating func recordInterval(_ interval: MilestoneInterval, before day: CivilDate) {
        let last = day.advanced(by: -1)
        let kept = formerIntervals?.first { last <= $0.last }?.interval ?? interval
        formerIntervals =
            (formerIntervals ?? []).filter { $0.last < last }
            + [FormerMilestoneInterval(interval: kept, last: last)]
    }

    /// Takes the place of another on a day. Of the days before that one is still told.
    mutating func replace(_ other: WeightGoal, on day: CivilDate) {
        former = other.former
        let last = day.advanced(by: -1)
        guard other.since ?? last <= last else { return }
        let replaced = FormerWeightGoal(
            weight: other.weight, unit: other.unit, start: other.start, since: other.since,
            last: last)
        former = (former ?? []) + [replaced]
    }

    /// The goal at the end of `day`; nil where there was none.
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
    /// The scale at the end of `day`: its weighings, the goal that there was, and the milestones that were
    /// recorded, as far as they had been seen.
    func asOf(_ day: CivilDate) -> WeightLog {
        var past = self
        past.weighings = weighings.filter { $0.value.entry.day <= day }
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
