import ArgumentParser
import Contracts

struct ExplainCommand: UnaryCommand {
    static let configuration = CommandConfiguration(
        name: "explain",
        abstract: "Explain why an activity is due, carried or complete, by the rules in order.",
        discussion: .examples("explain Gym", "explain Gym --on sat"))
    static let method = Journal.explain

    @OptionGroup var activity: ActivityArgument
    @OptionGroup var asOf: AsOfOption
    @OptionGroup var globals: GlobalOptions

    var request: Journal.ExplainRequest {
        Journal.ExplainRequest(activity: activity.name, on: asOf.on)
    }
}
