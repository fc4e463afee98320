import ArgumentParser
import CivilTime
import Contracts
import Milestones
import RPC

struct MilestonesCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "milestones", abstract: "Show the milestones on the way to the goal weight.",
        discussion:
            "Milestones are round numbers of each unit; another unit or interval moves them.")

    @Option(help: "Set the interval to five, ten or fifteen pounds (2, 5 or 7 kg).")
    var interval: MilestoneInterval?

    @Flag(help: "Acknowledge the celebration.")
    var acknowledge = false

    @OptionGroup var asOf: AsOfOption
    @OptionGroup var files: PictureOptions
    @OptionGroup var globals: GlobalOptions

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let bus = try context.bus()
        var progress: Weights.MilestonesResponse?
        if let interval {
            progress = try await bus.call(
                Weights.setInterval, Weights.SetIntervalRequest(interval: interval, on: asOf.on),
                context.options())
        }
        if acknowledge {
            progress = try await bus.call(
                Weights.acknowledge, Weights.MilestonesRequest(on: asOf.on), context.options())
        }
        let answer: Weights.MilestonesResponse
        if let progress {
            answer = progress
        } else {
            answer = try await bus.call(
                Weights.milestones, Weights.MilestonesRequest(on: asOf.on), context.options())
        }
        if files.isWanted {
            guard let picture = answer.picture else {
                throw Status(
                    .failedPrecondition, "There is no weight entry to draw yet.",
                    hint: "Add one with: dayline weight add 81.2 kg")
            }
            try files.write(picture, context.output)
        }
        try context.output.result(answer) {
            files.isWanted ? "" : WeightText.progress(answer, context.output)
        }
        return .done
    }
}

extension MilestoneInterval: ExpressibleByArgument {}
