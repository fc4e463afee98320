import ArgumentParser
import Contracts
import Presentation
import RPC

/// A command that reverts a step or applies it again.
protocol StepCommand: UnaryCommand
where Request == Journal.StepRequest, Response == Journal.StepResponse {
    /// The word before the step's summary in the output.
    static var participle: String { get }
}

extension StepCommand {
    var request: Journal.StepRequest { Journal.StepRequest() }

    func callOptions(_ context: CommandContext) -> CallOptions {
        // A step may be a complete import.
        context.optionsWithoutDeadline()
    }

    func text(_ step: Journal.StepResponse, _ output: Output) -> String {
        "\(Self.participle): \(step.summary)."
    }

    func finish(_ step: Journal.StepResponse, _ client: Client, _ context: CommandContext) async {
        guard let problem = step.problem else { return }
        context.output.printNotice(HealthSyncText.syncFailure(problem))
    }
}

struct UndoCommand: StepCommand {
    static let configuration = CommandConfiguration(
        name: "undo", abstract: "Undo the last change; repeat it to undo earlier ones.",
        discussion: .examples("undo", "undo --json"))
    static let method = Journal.undo
    static let participle = "Undone"

    @OptionGroup var globals: GlobalOptions
}

struct RedoCommand: StepCommand {
    static let configuration = CommandConfiguration(
        name: "redo", abstract: "Apply the change again that was undone last.",
        discussion: .examples("redo", "redo --json"))
    static let method = Journal.redo
    static let participle = "Done again"

    @OptionGroup var globals: GlobalOptions
}
