import CivilTime

/// Minutes of moderate and of high activity by day, which exports from before the minutes in active zones have.
/// Both together are the exercise minutes of a day.
struct FitbitActiveMinutes {
    enum Level {
        case moderate, high
    }

    private var minutes: [CivilDate: [Level: Double]] = [:]
    private var zoneDays: Set<CivilDate> = []

    private static let dayLimit = 50_000
    /// The minutes of the longest day, with 25 hours.
    static let longestDay = 1500.0

    /// The result of ``set(_:_:on:)``.
    enum Outcome {
        /// The first value of its day.
        case first
        /// The day has another value already.
        case further
        /// The file has too many days.
        case excess
    }

    /// Sets the minutes of a level on a day.
    mutating func set(_ value: Double, _ level: Level, on day: CivilDate) -> Outcome {
        if minutes[day] != nil {
            minutes[day]?[level] = value
            return .further
        }
        guard minutes.count < Self.dayLimit else { return .excess }
        minutes[day] = [level: value]
        return .first
    }

    /// Notes that a day has minutes in active zones, which count instead.
    mutating func addZoneDay(_ day: CivilDate) {
        if zoneDays.count < Self.dayLimit { zoneDays.insert(day) }
    }

    /// The days in ascending order with their minutes; nil for those of a day with minutes in active zones.
    var totals: [(day: CivilDate, minutes: Double?)] {
        minutes.sorted { $0.key < $1.key }.map { day, values in
            (day, zoneDays.contains(day) ? nil : values.values.reduce(0, +))
        }
    }
}
