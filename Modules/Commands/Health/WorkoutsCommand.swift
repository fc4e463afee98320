import ArgumentParser
import CivilTime
import Contracts
import Metrics
import RPC

struct WorkoutsCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "workouts", abstract: "List workouts by start.")

    @OptionGroup var range: DateRangeOptions
    @OptionGroup var asOf: AsOfOption
    @OptionGroup var zoneOption: ZoneOption
    @OptionGroup var globals: GlobalOptions

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let client = try context.bus()
        let reply = try await client.call(
            Insights.workouts,
            Insights.DayRangeRequest(from: range.from, to: range.end(asOf), zone: zoneOption.zone),
            context.options())
        // JSON has metres in both unit systems.
        let units =
            context.output.isJSON
            ? UnitSystem.metric
            : try await context.units(client)
        try context.output.result(reply) { text(reply.workouts, units, context.output) }
        return .done
    }

    private func text(
        _ workouts: [Insights.WorkoutItem], _ units: UnitSystem, _ output: Output
    ) -> String {
        let (unit, metres) = units == .us ? ("mi", 1609.344) : ("km", 1000)
        guard !workouts.isEmpty else {
            return NoDataText.rows("workouts", isRanged: range.isLimited)
        }
        var table = TextTable([
            ("day", .left), ("start", .left), ("type", .left), ("lasting", .right),
            ("energy", .right), ("distance", .right), ("source", .left),
        ])
        for workout in workouts {
            let energy = workout.statistics["activeEnergyBurned"]?.sum
            table.add([
                String(workout.start.prefix("YYYY-MM-DD".count)), TimeText.time(workout.start),
                workout.type, TimeText.duration(seconds: workout.seconds),
                energy.map { "\(NumberText.short($0)) kcal" } ?? "",
                workout.distanceMeters.map { "\(NumberText.short($0 / metres)) \(unit)" } ?? "",
                workout.source,
            ])
        }
        return table.text(output)
    }
}
