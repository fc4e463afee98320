import ArgumentParser
import Contracts
import RPC

struct UndoCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo", abstract: "Take back the last change; again for the one before.")

    @OptionGroup var globals: GlobalOptions

    func run(_ session: Session) async throws -> ExitStatus {
        // A step may be a whole import.
        let step = try await session.bus().call(Journal.undo, Empty(), session.patient())
        try session.output.result(step) { "Undone: \(step.summary)." }
        return .done
    }
}

struct RedoCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "redo", abstract: "Make the change again that was undone last.")

    @OptionGroup var globals: GlobalOptions

    func run(_ session: Session) async throws -> ExitStatus {
        let step = try await session.bus().call(Journal.redo, Empty(), session.patient())
        try session.output.result(step) { "Done again: \(step.summary)." }
        return .done
    }
}
