/// When a category reminds of its questions.
package struct ReminderPlan: Hashable, Codable, Sendable {
    package enum Frequency: String, CaseIterable, Codable, Sendable {
        case once, daily, weekly, monthly, custom
    }

    package var frequency: Frequency
    package private(set) var times: ReminderTimes
    /// ISO weekdays, ascending and each once.
    package private(set) var weekdays: [Int]

    package init(
        frequency: Frequency = .daily, times: ReminderTimes = ReminderTimes(),
        weekdays: [Int] = []
    ) {
        self.frequency = frequency
        self.times = times
        self.weekdays = Set(weekdays).sorted()
    }
}

/// Times of day to be reminded at, no two so close that they would be one.
package struct ReminderTimes: Hashable, Codable, Sendable {
    /// The least distance between two reminders, across midnight too.
    package static let minimumDistanceInMinutes = 5
    private static let minutesPerDay = 24 * 60

    /// Minutes since midnight, ascending.
    package private(set) var minutes: [Int]

    package init() {
        minutes = []
    }

    /// Times there are already, however close they lie.
    package init(existing: some Sequence<Int>) {
        minutes = Set(existing).sorted()
    }

    /// Adds a time of day in minutes since midnight, if it is far enough from every other, and says
    /// whether it was.
    package mutating func add(_ minute: Int) -> Bool {
        guard isFree(minute) else { return false }
        minutes.append(minute)
        minutes.sort()
        return true
    }

    /// The first free time at or after `base`, going on after midnight; `nil` when the day is full.
    package func suggestion(from base: Int) -> Int? {
        (0..<Self.minutesPerDay).lazy
            .map { (base + $0) % Self.minutesPerDay }
            .first(where: isFree)
    }

    /// Minutes between `minute` and the nearest reminder, the shorter way round the clock.
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
