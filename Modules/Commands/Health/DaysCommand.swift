import ArgumentParser
import Contracts
import Presentation

struct DaysCommand: UnaryCommand {
    static let configuration = CommandConfiguration(
        name: "days", abstract: "Show daily totals of a metric.",
        discussion: """
            EXAMPLES:
              dayline days steps --from 2026-10-01 --to 2026-10-31
              dayline days steps --by-source
            """)
    static let method = Insights.days

    @Argument(
        help: "Metric, such as stepCount.", completion: .custom(NameCompletion.metrics))
    var metric: String

    @OptionGroup var range: DateRangeOptions
    @OptionGroup var asOf: AsOfOption
    @OptionGroup var zoneOption: ZoneOption

    @Flag(help: "Add the total of each source before merging.")
    var bySource = false

    @OptionGroup var globals: GlobalOptions

    var request: Insights.DaysRequest {
        Insights.DaysRequest(
            name: metric, from: range.from, to: range.end(asOf), zone: zoneOption.zone,
            bySource: bySource ? true : nil)
    }

    func text(_ totals: Insights.DaysResponse, _ output: Output) -> String {
        totals.text(isRanged: range.isLimited || asOf.on != nil, output)
    }
}
