import CivilTime
import Milestones

extension Scale {
    /// Records what the newest weight up to `day` crossed: silently what other targets would have
    /// had passed already, then at most one to celebrate.
    ///
    /// - Parameters:
    ///   - before: The scale before the weighing that is being recorded, for what was passed then.
    ///   - interval: How far apart the targets lie.
    ///   - day: The last day that is looked at.
    mutating func record(since before: Scale, _ interval: MilestoneInterval, on day: CivilDate) {
        settleGrid(of: before, interval, on: day)
        guard let plan = plan(interval, through: day) else { return }
        var history = history
        _ = history.check(entries(through: day), on: plan)
        keep(history)
    }

    /// Makes the records fit the targets there are now: those of another step or unit that were
    /// passed already are recorded without a celebration.
    mutating func settleGrid(
        of before: Scale, _ interval: MilestoneInterval, on day: CivilDate
    ) {
        guard let goal else { return }
        let grid = WeightGoal.Grid(interval: interval, unit: goal.unit)
        guard goal.grid != grid else { return }
        self.goal?.grid = grid
        guard let plan = plan(interval, through: day) else { return }
        var history = history
        history.recordSilently(before.entries(through: day), on: plan)
        keep(history)
    }

    /// The oldest celebration was seen; the next target that was crossed comes forward.
    mutating func acknowledge(_ interval: MilestoneInterval, on day: CivilDate) {
        var history = history
        history.acknowledge()
        keep(history)
        record(since: self, interval, on: day)
    }

    /// Records are numbered in the order in which they were added.
    private mutating func keep(_ history: MilestoneHistory) {
        let known = records.keys.sorted()
        for (index, record) in history.records.enumerated() {
            let id = index < known.count ? known[index] : Self.name(index)
            records[id] = record
        }
    }

    private static func name(_ index: Int) -> String {
        let digits = String(index + 1)
        return String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    }
}
