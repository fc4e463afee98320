import ArgumentParser
import CivilTime
import Contracts
import RPC

struct ExplainCommand: UnaryCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explain why an activity is due, carried or complete, by the rules in order.")
    static let method = Journal.explain

    @Argument(help: "Name of the activity.", completion: .custom(NameCompletion.activities))
    var name: String

    @OptionGroup var asOf: AsOfOption
    @OptionGroup var globals: GlobalOptions

    var request: Journal.ExplainRequest { Journal.ExplainRequest(activity: name, on: asOf.on) }

    func text(_ explained: Journal.ExplainResponse, _ output: Output) -> String {
        var table = TextTable([("rule", .left), ("holds", .left), ("", .left)])
        for step in explained.steps {
            table.add([step.rule, Self.answer(step), step.detail])
        }
        let verdict = Self.words[explained.verdict] ?? explained.verdict
        return "\(explained.name.onOneLine) on \(explained.date): \(verdict)\n"
            + table.text(output)
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
