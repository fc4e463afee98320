import ArgumentParser
import Contracts
import RPC

struct ClearCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear",
        abstract: "Remove all activities, entries, goals, weighings and remarks of a profile.",
        discussion: """
            Health data, settings and the profile itself stay. Take it back with: dayline undo
            """)

    @Flag(help: "Yes, all of it.")
    var yes = false

    @OptionGroup var globals: GlobalOptions

    func run(_ session: CommandContext) async throws -> ExitStatus {
        guard yes else {
            throw UsageError(
                "This removes everything that you planned and logged in the profile "
                    + "\(session.profileName).",
                hint: "If you mean it: dayline clear --yes")
        }
        let step = try await session.bus().call(
            Documents.clear, Empty(), session.optionsWithoutDeadline())
        try session.output.result(step) {
            "Everything is removed. Take it back with: dayline undo"
        }
        return .done
    }
}
