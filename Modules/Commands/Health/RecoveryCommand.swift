import ArgumentParser
import Charts
import CivilTime
import Contracts
import RPC
import Windows

struct RecoveryCommand: PictureCommand {
    static let configuration = CommandConfiguration(
        commandName: "recovery",
        abstract: "Show workouts, sleep and vital signs of each day.",
        discussion: """
            Shows the last 90 days by default; a dash is a missing value. The picture has the six \
            health charts, by default of 21 days.
            """)
    static let method = Insights.recovery

    @OptionGroup var range: DateRangeOptions
    @OptionGroup var asOf: AsOfOption
    @OptionGroup var zoneOption: ZoneOption
    @OptionGroup var files: PictureOptions
    @OptionGroup var globals: GlobalOptions

    var request: Insights.RecoveryRequest {
        Insights.RecoveryRequest(from: range.from, to: range.to, on: asOf.on, zone: zoneOption.zone)
    }

    func picture(_ reply: Insights.RecoveryResponse) -> Picture {
        let days =
            range.from == nil ? reply.days.suffix(PagingRules().initialDays) : reply.days[...]
        return HealthPage(days: days.map { ($0.date, $0.values) }).picture
    }

    func text(_ reply: Insights.RecoveryResponse, _ output: Output) -> String {
        guard reply.days.contains(where: { $0.workoutCount > 0 || !$0.values.isEmpty }) else {
            return NoDataText.rows("workouts, nights and vital signs", isRanged: range.from != nil)
        }
        var table = TextTable([
            ("day", .left), ("workouts", .right), ("lasting", .right), ("kcal", .right),
            ("asleep", .right), ("HRV ms", .right), ("resting bpm", .right), ("br/min", .right),
        ])
        func number(_ value: Double?) -> String { value.map(NumberText.short) ?? "-" }
        for day in reply.days {
            table.add([
                day.date.description, "\(day.workoutCount)",
                day.averageDuration.map { TimeText.duration(seconds: $0) } ?? "-",
                number(day.averageCalories),
                day.averageSleepHours.map { TimeText.duration(seconds: $0 * 3600) } ?? "-",
                number(day.averageHRV), number(day.averageRHR),
                number(day.averageRespiratoryRate),
            ])
        }
        // Over the days with a value, as in the response's headers.
        func average(_ number: (Insights.RecoveryDay) -> Double?) -> Double? {
            ChartPoints(reply.days.map(number)).average
        }
        table.add([
            "average", "",
            average(\.averageDuration).map { TimeText.duration(seconds: $0) } ?? "-",
            number(average(\.averageCalories)),
            average(\.averageSleepHours).map { TimeText.duration(seconds: $0 * 3600) } ?? "-",
            number(average(\.averageHRV)), number(average(\.averageRHR)),
            number(average(\.averageRespiratoryRate)),
        ])
        return table.text(output)
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
