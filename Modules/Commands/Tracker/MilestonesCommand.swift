import ArgumentParser
import CivilTime
import Contracts
import Milestones
import RPC

struct MilestonesCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "milestones", abstract: "The steps on the way to your goal weight.",
        discussion: "Steps are round numbers of each unit: another unit or interval moves them.")

    @Option(help: "five, ten or fifteen: celebrate every so many pounds (2, 5 or 7 kg).")
    var interval: MilestoneInterval?

    @Flag(help: "The celebration was seen.")
    var acknowledge = false

    @Option(help: "The day that the question is asked on; today by default.")
    var on: CivilDate?

    @OptionGroup var files: PictureOptions
    @OptionGroup var globals: GlobalOptions

    func run(_ session: CommandContext) async throws -> ExitStatus {
        let bus = try session.bus()
        var progress: Weights.MilestonesResponse?
        if let interval {
            progress = try await bus.call(
                Weights.setInterval, Weights.SetIntervalRequest(interval: interval, on: on),
                session.options())
        }
        if acknowledge {
            progress = try await bus.call(
                Weights.acknowledge, Weights.MilestonesRequest(on: on), session.options())
        }
        let answer: Weights.MilestonesResponse
        if let progress {
            answer = progress
        } else {
            answer = try await bus.call(
                Weights.milestones, Weights.MilestonesRequest(on: on), session.options())
        }
        if files.isWanted {
            guard let picture = answer.picture else {
                throw Status(
                    .failedPrecondition, "There is no weighing to draw yet.",
                    hint: "Add one with: dayline weight add 81.2 kg")
            }
            try files.write(picture, session.output)
        }
        try session.output.result(answer) {
            files.isWanted ? "" : WeightText.progress(answer, session.output)
        }
        return .done
    }
}

extension MilestoneInterval: ExpressibleByArgument {}
