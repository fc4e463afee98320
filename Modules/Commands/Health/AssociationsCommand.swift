import ArgumentParser
import Contracts
import Presentation

struct AssociationsCommand: UnaryCommand {
    static let configuration = CommandConfiguration(
        name: "associations",
        abstract: "Find metrics and activities that move together.",
        discussion: """
            Compares days, each day with the next, and weeks of the last ten years. Trend, seasons \
            and weekdays are removed; each group has at least 30 days; the false discovery rate is \
            5 %. An association is not a cause.

            EXAMPLES:
              dayline associations
              dayline associations restingHeartRate
              dayline associations Floss --on 2026-06-30
            """)
    static let method = Insights.associations

    @Argument(
        help: "Metric or activity in each pair (default: all).",
        completion: .custom(NameCompletion.trends))
    var name: String?

    @OptionGroup var asOf: AsOfOption
    @OptionGroup var globals: GlobalOptions

    var request: Insights.AssociationsRequest {
        Insights.AssociationsRequest(name: name, on: asOf.on)
    }

    func text(_ reply: Insights.AssociationsResponse, _ output: Output) -> String {
        reply.text(name: name, output)
    }
}
