import ArgumentParser
import CivilTime
import Contracts
import Metrics
import RPC

struct WorkoutsCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "workouts", abstract: "List workouts by start.")

    @Option(help: "Leave out days before DATE.")
    var from: CivilDate?

    @Option(help: "Leave out days after DATE.")
    var to: CivilDate?

    @Option(help: "Answer as of DATE (default: today).")
    var on: CivilDate?

    @Option(help: "Compute days in this time zone, for this answer only.")
    var zone: String?

    @OptionGroup var globals: GlobalOptions

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let client = try context.bus()
        let reply = try await client.call(
            Insights.workouts,
            Insights.DayRangeRequest(from: from, to: CivilDate.last(to, asOf: on), zone: zone),
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
            return NoDataText.rows("workouts", isRanged: from != nil || to != nil)
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
