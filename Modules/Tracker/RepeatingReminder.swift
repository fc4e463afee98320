package import CivilTime

/// A reminder on every n-th day, counted from the start day.
package struct RepeatingReminder: Hashable, Codable, Sendable {
    /// The number of occurrences planned ahead.
    package static let plannedAhead = 12

    package let start: CivilDate
    package let everyDays: Int
    /// Minutes since midnight, ascending.
    package let minutes: [Int]

    /// Nil if `everyDays` is below 2; a daily reminder has a schedule.
    package init?(start: CivilDate, everyDays: Int, minutes: [Int]) {
        guard everyDays >= 2 else { return nil }
        self.start = start
        self.everyDays = everyDays
        self.minutes = Set(minutes).sorted()
    }

    /// The next occurrences after `now`, earliest first.
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
