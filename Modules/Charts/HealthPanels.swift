import Aggregation
package import CivilTime
import Texts
package import Windows

extension HealthChart {
    /// The metric that the chart shows.
    package var metric: String {
        switch self {
        case .workoutDuration: "workoutDuration"
        case .calories: "activeEnergyBurned"
        case .sleep: "sleepHours"
        case .hrv: "heartRateVariabilitySDNN"
        case .rhr: "restingHeartRate"
        case .respiratoryRate: "respiratoryRate"
        }
    }

    package var title: String {
        switch self {
        case .workoutDuration: "Workout time"
        case .calories: "Calories"
        case .sleep: "Sleep"
        case .hrv: "Heart rate variability"
        case .rhr: "Resting heart rate"
        case .respiratoryRate: "Respiratory rate"
        }
    }

    /// The unit of the values.
    package var unit: String {
        switch self {
        case .workoutDuration: "min"
        case .calories: "kcal"
        case .sleep: "h"
        case .hrv: "ms"
        case .rhr: "bpm"
        case .respiratoryRate: "br/min"
        }
    }

    /// The average in the heading; a dash for nil. Workout time is in minutes, sleep in hours.
    package func averageText(_ average: Double?) -> String {
        switch self {
        case .workoutDuration: HealthChartText.duration(seconds: average.map { $0 * 60 })
        case .calories: HealthChartText.energy(average)
        case .sleep: HealthChartText.sleep(hours: average)
        case .hrv: HealthChartText.heartRateVariability(average)
        case .rhr: HealthChartText.heartRate(average)
        case .respiratoryRate:
            HealthChartText.respiratoryRate(average)
                .replacing(".", with: TextLocale.current?.numbers.decimal ?? ".")
        }
    }
}

extension WindowChart {
    /// One of the six charts of the health page.
    package init(_ chart: HealthChart, days: [(date: CivilDate, value: Double?)]) {
        self.init(
            title: chart.title, unit: chart.unit,
            average: chart.averageText(Windows.average(days.map(\.value))),
            kind: chart.kind,
            tone: ChartColor(rawValue: chart.colour) ?? .accent, days: days)
    }
}
