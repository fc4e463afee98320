import ArgumentParser
import Charts
import Contracts
import Milestones
import Presentation
import RPC

struct MilestonesCommand: BusCommand {
    static let configuration = CommandConfiguration(
        name: "milestones", abstract: "Show the milestones on the way to the goal weight.",
        discussion:
            .examples(
                after:
                    "Milestones are round weights; a change of the unit or interval moves them.",
                "milestones", "milestones --svg milestones.svg"))

    @Option(help: "Set the interval to five, ten or fifteen pounds (2, 5 or 7 kg).")
    var interval: MilestoneInterval?

    @Flag(help: "Acknowledge the celebration.")
    var acknowledge = false

    @OptionGroup var asOf: AsOfOption
    @OptionGroup var files: PictureOptions
    @OptionGroup var globals: GlobalOptions

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let answer = try await applyChanges(context.bus(), context.options())
        if files.hasFile { try files.write(picture(answer), context.output) }
        try context.output.result(answer) { files.hasFile ? "" : answer.text(context.output) }
        return .done
    }

    /// Sends the requested changes. Returns the milestones after the changes.
    private func applyChanges(
        _ bus: Client, _ options: CallOptions
    ) async throws -> Weights.MilestonesResponse {
        if let interval {
            let changed = try await bus.call(
                Weights.setInterval, Weights.SetIntervalRequest(interval: interval, on: asOf.on),
                options)
            if !acknowledge { return changed }
        }
        return try await bus.call(
            acknowledge ? Weights.acknowledge : Weights.milestones,
            Weights.MilestonesRequest(on: asOf.on), options)
    }

    private func picture(_ answer: Weights.MilestonesResponse) throws(Status) -> Picture {
        guard let picture = answer.picture else {
            throw Status(
                .failedPrecondition, "There is no weight entry to draw yet.",
                hint: "Add one with: dayline weight add 81.2 kg")
        }
        return picture
    }
}

extension MilestoneInterval: ExpressibleByArgument {}
