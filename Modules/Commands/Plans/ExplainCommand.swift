import ArgumentParser
import CivilTime
import Contracts
import RPC

struct ExplainCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Why an activity is due, carried, complete or not: the rules, in order.")

    @Argument(help: "The activity's name.", completion: .custom(NameCompletion.activities))
    var name: String

    @Option(help: "The day that it is about; today by default.")
    var on: CivilDate?

    @OptionGroup var globals: GlobalOptions

    func run(_ session: Session) async throws -> ExitStatus {
        let explained = try await session.bus().call(
            Journal.explain, Journal.AskActivity(activity: name, on: on), session.options())
        try session.output.result(explained) {
            let steps = explained.steps.map { "  \($0.holds ? "+" : "-") \($0.detail)" }
            return
                (["\(explained.name) on \(explained.date): \(explained.verdict)"] + steps)
                .joined(separator: "\n")
        }
        return .done
    }
}
