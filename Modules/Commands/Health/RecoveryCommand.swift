import ArgumentParser
import Charts
import CivilTime
import Contracts
import RPC
import Windows

struct RecoveryCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "recovery",
        abstract: "Each day's workouts, the night before it, and its vital signs.",
        discussion: """
            The last 90 days unless others are asked for; a dash is a gap. As a picture it is the \
            six health charts, of 21 days unless others are asked for.
            """)

    @Option(help: "The first day.")
    var from: CivilDate?

    @Option(help: "The last day.")
    var to: CivilDate?

    @Option(help: "The day that the question is asked on; today by default.")
    var on: CivilDate?

    @Option(help: "Fold in this time zone, for this answer only.")
    var zone: String?

    @OptionGroup var files: PictureOptions
    @OptionGroup var globals: GlobalOptions

    func run(_ session: CommandContext) async throws -> ExitStatus {
        let reply = try await session.bus().call(
            Insights.recovery, Insights.RecoveryRequest(from: from, to: to, on: on, zone: zone),
            session.options())
        if files.isWanted { try files.write(page(reply).picture, session.output) }
        try session.output.result(reply) { files.isWanted ? "" : text(reply, session.output) }
        return .done
    }

    private func page(_ reply: Insights.RecoveryResponse) -> HealthPage {
        let days = from == nil ? reply.days.suffix(PagingRules().initialDays) : reply.days[...]
        return HealthPage(days: days.map { ($0.date, $0.values) })
    }

    private func text(_ reply: Insights.RecoveryResponse, _ output: Output) -> String {
        guard reply.days.contains(where: { $0.workoutCount > 0 || !$0.values.isEmpty }) else {
            return NoDataText.rows("workouts, nights and vital signs", isRanged: from != nil)
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
        // Over the days that have the number, as the headers of the answer are.
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
    /// What the six charts show of the day; workouts in minutes.
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
