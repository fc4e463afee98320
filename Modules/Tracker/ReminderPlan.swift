package import CivilTime

/// The reminder schedule of a category.
package struct ReminderPlan: Hashable, Codable, Sendable {
    package enum Frequency: String, CaseIterable, Codable, Sendable {
        case once, daily, weekly, monthly, custom
    }

    package var frequency: Frequency
    package private(set) var times: ReminderTimes
    /// Distinct ISO weekdays, ascending.
    package private(set) var weekdays: [Int]
    /// The first day with reminders; the day of `once`. Nil: no first day.
    package private(set) var start: CivilDate?
    /// The last day with reminders; nil: no last day.
    package private(set) var end: CivilDate?
    /// The distance in days of a `custom` schedule that counts from `start`, at least 2; nil: weekdays.
    package private(set) var everyDays: Int?

    package static let everyDaysLimits = 2...366

    package init(
        frequency: Frequency = .daily, times: ReminderTimes = ReminderTimes(),
        weekdays: [Int] = [], start: CivilDate? = nil, end: CivilDate? = nil, everyDays: Int? = nil
    ) {
        self.frequency = frequency
        self.times = times
        self.weekdays = Set(weekdays).sorted()
        self.start = start
        self.end = end
        self.everyDays = everyDays
    }

    /// True if the schedule has reminders on a day. `monthly` is the day of the month of `start`, or the
    /// first, and is absent from months that are too short; `weekly` and `custom` without weekdays are every
    /// day. `once` without a start never occurs.
    package func occurs(on day: CivilDate) -> Bool {
        guard start.map({ $0 <= day }) ?? true, end.map({ day <= $0 }) ?? true else { return false }
        switch frequency {
        case .once: return day == start
        case .daily: return true
        case .monthly: return day.day == start?.day ?? 1
        case .weekly, .custom:
            if frequency == .custom, let start, let everyDays, everyDays > 0 {
                return start.distance(to: day) % everyDays == 0
            }
            return weekdays.isEmpty || weekdays.contains(day.weekday)
        }
    }
}

/// Times of day of reminders, at least `minimumDistanceInMinutes` apart when added.
package struct ReminderTimes: Hashable, Codable, Sendable {
    /// The minimum distance between two reminders, also across midnight.
    package static let minimumDistanceInMinutes = 5
    private static let minutesPerDay = 24 * 60

    /// Minutes since midnight, ascending.
    package private(set) var minutes: [Int]

    package init() {
        minutes = []
    }

    /// Stored times, which may be closer than the minimum distance.
    package init(existing: some Sequence<Int>) {
        minutes = Set(existing).sorted()
    }

    /// Adds a time in minutes since midnight.
    /// - Returns: False if the time is invalid or too close to another; it is not added then.
    package mutating func add(_ minute: Int) -> Bool {
        guard isFree(minute) else { return false }
        minutes.append(minute)
        minutes.sort()
        return true
    }

    /// The first free time at or after `base`, wrapping at midnight; nil if the day is full.
    package func suggestion(from base: Int) -> Int? {
        (0..<Self.minutesPerDay).lazy
            .map { (base + $0) % Self.minutesPerDay }
            .first(where: isFree)
    }

    /// Minutes between `minute` and the nearest reminder, also across midnight; nil without reminders.
    package func distanceInMinutes(from minute: Int) -> Int? {
        minutes.map { other in
            let direct = abs(other - minute)
            return min(direct, Self.minutesPerDay - direct)
        }.min()
    }

    private func isFree(_ minute: Int) -> Bool {
        guard (0..<Self.minutesPerDay).contains(minute) else { return false }
        return distanceInMinutes(from: minute).map { $0 >= Self.minimumDistanceInMinutes } ?? true
    }
}
