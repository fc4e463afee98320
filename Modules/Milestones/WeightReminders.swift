package import CivilTime
import Glibc

/// Rules of the reminders to enter a weight. Hours are local.
package enum WeightReminders {
    package static let warnedStreak = 3
    package static let streakWarningHour = 20
    package static let timesNeeded = 5
    package static let timesConsidered = 30

    /// True if a streak of days with an entry is about to end: the previous three days have entries and
    /// `today` has none.
    package static func shouldWarnOfStreak(_ days: Set<CivilDate>, asOf today: CivilDate) -> Bool {
        guard !days.contains(today) else { return false }
        return (1...warnedStreak).allSatisfy { days.contains(today.advanced(by: -$0)) }
    }

    /// The usual time of day of weight entries in minutes since midnight, rounded down to a quarter of an
    /// hour;
    /// nil with fewer than five times.
    ///
    /// The mean is circular: that of 23:50 and 00:10 is midnight.
    package static func bestMinute(of minutes: [Int]) -> Int? {
        guard minutes.count >= timesNeeded else { return nil }
        let turn = 2 * Double.pi / 1440
        let angles = minutes.suffix(timesConsidered).map { Double($0) * turn }
        let mean = atan2(
            angles.reduce(0) { $0 + sin($1) }, angles.reduce(0) { $0 + cos($1) })
        let minute = Int((mean / turn * 1e6).rounded() / 1e6 + 1440) % 1440
        return minute / 15 * 15
    }
}

/// The summary of the seven days that end with a day.
package struct WeeklyWeightSummary: Hashable, Sendable {
    package var entries: Int
    /// The last weight minus the first.
    package var change: Double
    package var trend: WeightDirection

    /// Nil without entries in the seven days.
    package init?(_ entries: [WeightEntry], in unit: WeightUnit, endingOn today: CivilDate) {
        let week = entries.inOrder.filter { (0..<7).contains($0.day.distance(to: today)) }
        guard let first = week.first, let last = week.last else { return nil }
        self.entries = week.count
        change = last.weight(in: unit) - first.weight(in: unit)
        trend = WeightDirection(weeklyRate: change)
    }
}
