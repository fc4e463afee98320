import CivilTime
import Milestones
import TrackerDocuments

/// The day from which cases count back.
let weightToday = CivilDate(days: 20_000)

extension CaseInput {
    func unit() throws -> WeightUnit { try enumValue() }

    /// An entry so many days ago; in pounds where no unit is given.
    func weightEntry() throws -> WeightEntry {
        WeightEntry(
            day: weightToday.advanced(by: -(try self["daysAgo"].int())),
            weight: try self["w"].double(),
            unit: try self["unit"].ifPresent { try $0.unit() } ?? .lb)
    }

    func weightEntries() throws -> [WeightEntry] {
        try self["entries"].list { try $0.weightEntry() }
    }

    /// A number, or one of the words for what is none.
    func anyDouble() throws -> Double {
        switch value {
        case "NaN": .nan
        case "Infinity": .infinity
        case "-Infinity": -.infinity
        default: try double()
        }
    }

    /// The plan of a case; one without a start begins at the current weight.
    func plan() throws -> MilestonePlan {
        let start = try (self["start"].isNull ? self["current"] : self["start"]).double()
        let goal = try self["goal"].double()
        guard max(start.magnitude, goal.magnitude) <= 1e6 else {
            throw Malformed(description: "nobody weighs as much")
        }
        return MilestonePlan(
            start: start, goal: goal, unit: try self["unit"].unit(),
            interval: try self["interval"].enumValue())
    }
}
