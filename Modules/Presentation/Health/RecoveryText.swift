package import Charts
package import Contracts
import Windows

extension Insights.RecoveryResponse {
    /// A row for each day and one of averages. `isRanged` is true if an option limits the days.
    package func text(isRanged: Bool, _ styler: some TextStyler) -> String {
        guard days.contains(where: { $0.workoutCount > 0 || !$0.values.isEmpty }) else {
            return NoDataText.rows("workouts, nights and vital signs", isRanged: isRanged)
        }
        var table = TextTable(
            of: days,
            [.left("day", \.date), .right("workouts") { "\($0.workoutCount)" }]
                + Self.measures.map { measure in
                    .right(measure.title) { measure.text($0[keyPath: measure.value]) }
                })
        // Over the days with a value, as in the response's headers.
        let averages = Self.measures.map { measure in
            measure.text(ChartPoints(days.map { $0[keyPath: measure.value] }).average)
        }
        table.add(["average", ""] + averages)
        return table.text(styler)
    }

    /// The picture with the six health charts of the last `dayLimit` days; of all days if nil.
    package func picture(dayLimit: Int?) -> Picture {
        HealthPage(days: days.suffix(dayLimit ?? days.count).map { ($0.date, $0.values) }).picture
    }

    private typealias Measure = (
        title: String, value: KeyPath<Insights.RecoveryDay, Double?>, text: (Double?) -> String
    )

    /// The measured values of a day, each with its title and format.
    private static var measures: [Measure] {
        let number = { NumberText.short($0 as Double?) }
        return [
            ("lasting", \.averageDuration, { TimeText.duration(seconds: $0) }),
            ("kcal", \.averageCalories, number),
            ("asleep", \.averageSleepHours, { TimeText.duration(seconds: $0.map { $0 * 3600 }) }),
            ("HRV ms", \.averageHRV, number), ("resting bpm", \.averageRHR, number),
            ("br/min", \.averageRespiratoryRate, number),
        ]
    }
}

extension Insights.RecoveryDay {
    /// The day's values in the six charts; workouts in minutes.
    fileprivate var values: [HealthChart: Double] {
        var values: [HealthChart: Double] = [:]
        values[.workoutDuration] = averageDuration.map { $0 / 60 }
        values[.calories] = averageCalories
        values[.sleep] = averageSleepHours
        values[.hrv] = averageHRV
        values[.rhr] = averageRHR
        values[.respiratoryRate] = averageRespiratoryRate
        return values
    }
}
