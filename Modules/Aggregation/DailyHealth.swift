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
    /// Mean duration in seconds.
    package let averageDuration: Double?
    /// Mean over the workouts that have energy; nil if none has.
    package let averageCalories: Double?
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
            day: day, averageDuration: mean(workouts.map(\.seconds)),
            averageCalories: mean(workouts.compactMap(\.kilocalories)),
            workoutCount: workouts.count)
    }
}

/// Averages of the night before a day and of its vital signs; nil where the day has no data.
package struct DailyRecovery: Hashable, Sendable {
    package let day: CivilDate
    package let averageSleepHours: Double?
    package let averageHRV: Double?
    package let averageRHR: Double?
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
            day: day, averageSleepHours: hours[day], averageHRV: hrv[day], averageRHR: rhr[day],
            averageRespiratoryRate: breaths[day])
    }
}

/// The arithmetic mean; nil if `values` is empty.
package func mean(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
}
