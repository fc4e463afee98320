import CivilTime
import Milestones

extension WeightLog {
    /// Records what the newest weight up to `day` crossed: silently what other targets would have
    /// had passed already, then at most one to celebrate.
    ///
    /// - Parameters:
    ///   - before: The scale before the weighing that is being recorded, for what was passed then.
    ///   - interval: How far apart the targets lie.
    ///   - day: The last day that is looked at.
    ///   - recorded: The first day that the records are told on; nil: that of the weighing.
    mutating func record(
        since before: WeightLog, _ interval: MilestoneInterval, on day: CivilDate,
        recorded: CivilDate?
    ) {
        updateGrid(from: before, interval, on: day, recorded: recorded)
        guard let plan = plan(interval, through: day) else { return }
        var history = history
        _ = history.check(entries(through: day), on: plan)
        updateRecords(from: history, recorded)
    }

    /// Makes the records fit the targets there are now: those of another step or unit that were
    /// passed already are recorded without a celebration.
    mutating func updateGrid(
        from before: WeightLog, _ interval: MilestoneInterval, on day: CivilDate,
        recorded: CivilDate?
    ) {
        guard let goal else { return }
        let grid = WeightGoal.Grid(interval: interval, unit: goal.unit)
        guard goal.grid != grid else { return }
        self.goal?.grid = grid
        guard let plan = plan(interval, through: day) else { return }
        var history = history
        history.recordSilently(before.entries(through: day), on: plan)
        updateRecords(from: history, recorded)
    }

    /// The oldest celebration was seen; the next target that was crossed comes forward.
    mutating func acknowledge(
        _ interval: MilestoneInterval, on day: CivilDate, recorded: CivilDate?
    ) {
        var history = history
        history.acknowledge()
        updateRecords(from: history, recorded)
        record(since: self, interval, on: day, recorded: recorded)
    }

    /// Keeps what is new of the records, which are numbered in the order in which they were added, with the
    /// day that this was said of.
    private mutating func updateRecords(from history: MilestoneHistory, _ day: CivilDate?) {
        let known = records.keys.sorted()
        for (index, var record) in history.records.enumerated() {
            if index >= known.count {
                record.recorded = day
                records[nextRecordID] = record
            } else if records[known[index]]?.celebrationShown != record.celebrationShown {
                record.acknowledged = day
                records[known[index]] = record
            }
        }
    }

    /// A name for another record, which comes after all that there are.
    var nextRecordID: String {
        // A longer one, which only a document can bring, is no number of ours.
        let numbers = records.keys.compactMap { $0.utf8.count <= 9 ? Int($0) : nil }
        let digits = String((numbers.max() ?? 0) + 1)
        return String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    }

    /// Adds a record of somewhere else, unless there is one of its target.
    /// - Returns: Its name here; nil when it is known.
    mutating func insertIfAbsent(_ record: MilestoneRecord) -> String? {
        guard !records.values.contains(where: { $0.isRecord(of: record.target, in: record.unit) })
        else { return nil }
        let name = nextRecordID
        records[name] = record
        return name
    }
}
