import CivilTime
import JSON
import Milestones

/// The day relative to which cases state their days.
let weightToday = CivilDate(days: 20_000)

extension CaseInput {
    func unit() throws -> WeightUnit { try enumValue() }

    /// An entry at a number of days before `weightToday`; in pounds without a unit.
    func weightEntry() throws -> WeightEntry {
        WeightEntry(
            day: weightToday.advanced(by: -(try self["daysAgo"].int())),
            weight: try self["w"].double(),
            unit: try self["unit"].ifPresent { try $0.unit() } ?? .lb)
    }

    func weightEntries() throws -> [WeightEntry] {
        try self["entries"].list { try $0.weightEntry() }
    }

    /// A number, or a text for infinity or not-a-number.
    func anyDouble() throws -> Double {
        switch value {
        case "NaN": .nan
        case "Infinity": .infinity
        case "-Infinity": -.infinity
        default: try double()
        }
    }

    /// The plan of a case. The default start is the current weight.
    func plan() throws -> MilestonePlan {
        let start = try (self["start"].isNull ? self["current"] : self["start"]).double()
        let goal = try self["goal"].double()
        guard max(start.magnitude, goal.magnitude) <= 1e6 else {
            throw Malformed(description: "the weight is out of range")
        }
        return MilestonePlan(
            start: start, goal: goal, unit: try self["unit"].unit(),
            interval: try self["interval"].enumValue())
    }
}
