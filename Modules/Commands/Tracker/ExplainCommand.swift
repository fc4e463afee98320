import ArgumentParser
import CivilTime
import Contracts
import RPC

struct ExplainCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explain why an activity is due, carried or complete, by the rules in order.")

    @Argument(help: "Name of the activity.", completion: .custom(NameCompletion.activities))
    var name: String

    @Option(help: "Answer as of DATE (default: today).")
    var on: CivilDate?

    @OptionGroup var globals: GlobalOptions

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let explained = try await context.bus().call(
            Journal.explain, Journal.ExplainRequest(activity: name, on: on), context.options())
        try context.output.result(explained) {
            var table = TextTable([("rule", .left), ("holds", .left), ("", .left)])
            for step in explained.steps {
                table.add([step.rule, Self.answer(step), step.detail])
            }
            let verdict = Self.words[explained.verdict] ?? explained.verdict
            return "\(explained.name.onOneLine) on \(explained.date): \(verdict)\n"
                + table.text(context.output)
        }
        return .done
    }

    /// "yes" or "no"; empty for the rule of the streak, whose result is only in the detail.
    private static func answer(_ step: Journal.Rule) -> String {
        step.rule == "streak" ? "" : step.holds ? "yes" : "no"
    }

    /// The texts of the verdicts.
    static let words = [
        "notCreatedYet": "not created yet", "paused": "paused",
        "passive": "only read from health data", "notDue": "not due", "open": "due, and open",
        "completed": "completed", "skipped": "skipped", "carried": "carried forward, and open",
    ]
}
