package import CivilTime
import Memberwise

/// The fields of a workout that the rows of ``dailyWorkouts(_:in:)`` are computed from.
@Memberwise
package struct WorkoutSummary: Hashable, Sendable {
    /// The day of the start.
    package var day: CivilDate
    package var seconds: Double
    package var kilocalories: Double?
}

/// Averages over the workouts of one day; nil on a day without workouts.
package struct DailyWorkouts: Hashable, Sendable {
    package let day: CivilDate
    /// Mean duration.
    package let averageSeconds: Double?
    /// Mean energy of the workouts that have energy; nil if no workout has.
    package let averageKilocalories: Double?
    package let workoutCount: Int
}

/// Returns one row for each day of the range, ascending.
package func dailyWorkouts(
    _ workouts: [WorkoutSummary], in range: ClosedRange<CivilDate>
) -> [DailyWorkouts] {
    let byDay = Dictionary(grouping: workouts, by: \.day)
    return range.map { day in
        let workouts = byDay[day] ?? []
        return DailyWorkouts(
            day: day, averageSeconds: mean(workouts.map(\.seconds)),
            averageKilocalories: mean(workouts.compactMap(\.kilocalories)),
            workoutCount: workouts.count)
    }
}

/// The sleep of the night before a day, and the means of the vital signs of the day; nil without data.
package struct DailyRecovery: Hashable, Sendable {
    package let day: CivilDate
    package let sleepHours: Double?
    /// Heart rate variability in milliseconds.
    package let averageHRV: Double?
    /// Resting heart rate in beats per minute.
    package let averageRHR: Double?
    /// Breaths per minute.
    package let averageRespiratoryRate: Double?
}

/// Returns the sleep and vital signs of each day of a range.
///
/// - Parameters:
///   - nights: Nights, dated by the day of waking.
///   - hrv: Heart rate variability in milliseconds.
///   - rhr: Resting heart rate in beats per minute.
///   - respiratoryRate: Breaths per minute.
///   - range: The days of the result.
/// - Returns: One row for each day, ascending; a value is nil on a day without data.
package func dailyRecovery(
    nights: [SleepNight], hrv: DayTotals, rhr: DayTotals, respiratoryRate: DayTotals,
    in range: ClosedRange<CivilDate>
) -> [DailyRecovery] {
    func means(_ totals: DayTotals) -> [CivilDate: Double] {
        Dictionary(totals.points(of: .mean).map { ($0.date, $0.value) }) { $1 }
    }
    let hours = Dictionary(nights.map { ($0.day, Double($0.night.asleep) / 3_600_000) }) { $1 }
    let (hrv, rhr, breaths) = (means(hrv), means(rhr), means(respiratoryRate))
    return range.map { day in
        DailyRecovery(
            day: day, sleepHours: hours[day], averageHRV: hrv[day], averageRHR: rhr[day],
            averageRespiratoryRate: breaths[day])
    }
}

/// The arithmetic mean; nil if `values` is empty.
package func mean(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
}
