import ArgumentParser
import Contracts
import RPC

/// A command that goes a step back or forth.
protocol StepCommand: BusCommand {
    static var method: Method<Empty, Journal.StepResponse> { get }
    /// What was done with the step.
    static var participle: String { get }
}

extension StepCommand {
    func run(_ session: CommandContext) async throws -> ExitStatus {
        // A step may be a whole import.
        let step = try await session.bus().call(
            Self.method, Empty(), session.optionsWithoutDeadline())
        try session.output.result(step) { "\(Self.participle): \(step.summary)." }
        if let problem = step.problem {
            session.output.printNotice(HealthSyncText.syncFailure(problem))
        }
        return .done
    }
}

struct UndoCommand: StepCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Take back the last change; again for the one before.")
    static let method = Journal.undo
    static let participle = "Undone"

    @OptionGroup var globals: GlobalOptions
}

struct RedoCommand: StepCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo", abstract: "Make the change again that was undone last.")
    static let method = Journal.redo
    static let participle = "Done again"

    @OptionGroup var globals: GlobalOptions
}
