package import CivilTime

/// A reminder on every n-th day, counted from its first.
package struct RepeatingReminder: Hashable, Codable, Sendable {
    /// How many occurrences are planned ahead.
    package static let plannedAhead = 12

    package let start: CivilDate
    package let everyDays: Int
    /// Minutes since midnight, ascending.
    package let minutes: [Int]

    /// `nil` for less than 2 days, since each day has a schedule of its own.
    package init?(start: CivilDate, everyDays: Int, minutes: [Int]) {
        guard everyDays >= 2 else { return nil }
        self.start = start
        self.everyDays = everyDays
        self.minutes = Set(minutes).sorted()
    }

    /// The next occurrences after `now`, soonest first.
    package func next(_ count: Int = plannedAhead, after now: LocalTime) -> [LocalTime] {
        guard !minutes.isEmpty else { return [] }
        var day = start
        let elapsed = start.distance(to: now.date)
        if elapsed > 0 {
            day = start.advanced(by: elapsed / everyDays * everyDays)
        }
        var moments: [LocalTime] = []
        while moments.count < count {
            moments += minutes.map { LocalTime(date: day, secondOfDay: $0 * 60) }.filter {
                $0 > now
            }
            day = day.advanced(by: everyDays)
        }
        return Array(moments.prefix(count))
    }
}
