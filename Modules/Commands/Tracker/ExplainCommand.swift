import ArgumentParser
import CivilTime
import Contracts
import RPC

struct ExplainCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Why an activity is due, carried, complete or not: the rules, in order.")

    @Argument(help: "The activity's name.", completion: .custom(NameCompletion.activities))
    var name: String

    @Option(help: "The day that it is about; today by default.")
    var on: CivilDate?

    @OptionGroup var globals: GlobalOptions

    func run(_ session: CommandContext) async throws -> ExitStatus {
        let explained = try await session.bus().call(
            Journal.explain, Journal.ExplainRequest(activity: name, on: on), session.options())
        try session.output.result(explained) {
            var table = TextTable([("rule", .left), ("holds", .left), ("", .left)])
            for step in explained.steps {
                table.add([step.rule, Self.answer(step), step.detail])
            }
            let verdict = Self.words[explained.verdict] ?? explained.verdict
            return "\(explained.name.onOneLine) on \(explained.date): \(verdict)\n"
                + table.text(session.output)
        }
        return .done
    }

    /// What a day does to a streak is in the sentence alone: that it goes on is no failure.
    private static func answer(_ step: Journal.Rule) -> String {
        step.rule == "streak" ? "" : step.holds ? "yes" : "no"
    }

    /// Verdicts as a person says them.
    static let words = [
        "notCreatedYet": "not created yet", "paused": "paused",
        "passive": "only read from health data", "notDue": "not due", "open": "due, and open",
        "completed": "completed", "skipped": "skipped", "carried": "carried forward, and open",
    ]
}
