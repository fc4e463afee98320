import ArgumentParser
import Contracts
import RPC

struct ClearCommand: BusCommand {
    static let configuration = CommandConfiguration(
        name: "clear",
        abstract: "Remove all activities, entries, goals, weights and annotations of a profile.",
        discussion: .examples(
            after: """
                Health data, settings and the profile itself stay. Revert with: dayline undo
                """, "clear --yes", "clear --yes --profile anna"))

    @Flag(help: "Confirm the removal.")
    var yes = false

    @OptionGroup var globals: GlobalOptions

    func run(_ context: CommandContext) async throws -> ExitStatus {
        guard yes else {
            throw UsageError(
                "This removes everything that you planned and logged in the profile "
                    + "\(context.profileName).",
                hint: "If you mean it: dayline clear --yes")
        }
        let step = try await context.bus().call(
            Documents.clear, Empty(), context.optionsWithoutDeadline())
        try context.output.result(step) {
            "Everything is removed. Revert with: dayline undo"
        }
        return .done
    }
}
