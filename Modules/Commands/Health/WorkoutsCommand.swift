import ArgumentParser
import Contracts
import HealthMetrics
import Presentation
import RPC

struct WorkoutsCommand: BusCommand {
    static let configuration = CommandConfiguration(
        name: "workouts", abstract: "List workouts by start.",
        discussion: .examples("workouts", "workouts --from -30d --json"))

    @OptionGroup var range: DateRangeOptions
    @OptionGroup var asOf: AsOfOption
    @OptionGroup var zoneOption: ZoneOption
    @OptionGroup var globals: GlobalOptions

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let client = try context.bus()
        let workouts = try await client.call(
            Insights.workouts,
            Insights.DayRangeRequest(from: range.from, to: range.end(asOf), zone: zoneOption.zone),
            context.options())
        // JSON has metres in both unit systems.
        let units = context.output.isJSON ? .metric : try await context.units(client)
        try context.output.result(workouts) {
            workouts.text(units, isRanged: range.isLimited, context.output)
        }
        return .done
    }
}
