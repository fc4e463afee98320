package import CivilTime

/// A workout, as far as the row of its day needs it.
package struct WorkoutSummary: Hashable, Sendable {
    /// The day it started on.
    package var day: CivilDate
    package var seconds: Double
    package var kilocalories: Double?

    package init(day: CivilDate, seconds: Double, kilocalories: Double?) {
        self.day = day
        self.seconds = seconds
        self.kilocalories = kilocalories
    }
}

/// A day's workouts; without any, a row without values.
package struct DailyWorkouts: Hashable, Sendable {
    package let day: CivilDate
    /// In seconds.
    package let averageDuration: Double?
    /// Over the workouts that have any.
    package let averageCalories: Double?
    package let workoutCount: Int
}

/// A row for every day of a range, ascending.
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

/// How a day began: the night before it, and the vital signs.
package struct DailyRecovery: Hashable, Sendable {
    package let day: CivilDate
    package let averageSleepHours: Double?
    package let averageHRV: Double?
    package let averageRHR: Double?
    package let averageRespiratoryRate: Double?
}

/// How each day of a range began.
///
/// - Parameters:
///   - nights: Filed under the day of waking.
///   - hrv: In milliseconds.
///   - rhr: In beats a minute.
///   - respiratoryRate: In breaths a minute.
///   - range: The days of the rows.
/// - Returns: A row for every day, ascending; a day without a value has nil.
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

/// Nil for none.
package func mean(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
}
