import CivilTime
import Milestones

extension WeightLog {
    /// Records the milestones that the newest weight up to `day` reached. Targets of an earlier
    /// interval or unit are recorded silently, then at most one is left to celebrate.
    ///
    /// - Parameters:
    ///   - before: The weight log before the change, for the targets that were reached already.
    ///   - interval: The distance of targets.
    ///   - day: The last day that is considered.
    ///   - recorded: The first day on which the records are visible; nil for the day of the
    ///     weight.
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

    /// Updates the records after a change of interval or unit. Targets that were reached already
    /// are recorded without a celebration.
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

    /// Acknowledges the oldest celebration, and records the next reached target.
    mutating func acknowledge(
        _ interval: MilestoneInterval, on day: CivilDate, recorded: CivilDate?
    ) {
        var history = history
        history.acknowledge()
        updateRecords(from: history, recorded)
        record(since: self, interval, on: day, recorded: recorded)
    }

    /// Stores new and changed records with the day of the change. Records are numbered in the order
    /// in which they were added.
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

    /// The identifier of a new record. It sorts after all others.
    var nextRecordID: String {
        // Longer identifiers come from documents and are not numbered here.
        let numbers = records.keys.compactMap { $0.utf8.count <= 9 ? Int($0) : nil }
        let digits = String((numbers.max() ?? 0) + 1)
        return String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    }

    /// Inserts a record of a document.
    /// - Returns: Its identifier; nil if the target has a record already.
    mutating func insertIfAbsent(_ record: MilestoneRecord) -> String? {
        guard !records.values.contains(where: { $0.isRecord(of: record.target, in: record.unit) })
        else { return nil }
        let name = nextRecordID
        records[name] = record
        return name
    }
}
