import ArgumentParser
import Contracts
import RPC

/// A command that reverts a step or applies it again.
protocol StepCommand: BusCommand {
    static var method: Method<Empty, Journal.StepResponse> { get }
    /// The word before the step's summary in the output.
    static var participle: String { get }
}

extension StepCommand {
    func run(_ context: CommandContext) async throws -> ExitStatus {
        // A step may be a complete import.
        let step = try await context.bus().call(
            Self.method, Empty(), context.optionsWithoutDeadline())
        try context.output.result(step) { "\(Self.participle): \(step.summary)." }
        if let problem = step.problem {
            context.output.printNotice(HealthSyncText.syncFailure(problem))
        }
        return .done
    }
}

struct UndoCommand: StepCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Undo the last change; repeat it to undo earlier ones.")
    static let method = Journal.undo
    static let participle = "Undone"

    @OptionGroup var globals: GlobalOptions
}

struct RedoCommand: StepCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo", abstract: "Apply the change again that was undone last.")
    static let method = Journal.redo
    static let participle = "Done again"

    @OptionGroup var globals: GlobalOptions
}
