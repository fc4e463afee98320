import ArgumentParser
import Contracts
import Presentation

struct CoverageCommand: UnaryCommand {
    static let configuration = CommandConfiguration(
        name: "coverage",
        abstract: "Show which days have measurements, totals or nothing.",
        discussion: .examples(
            "coverage stepCount", "coverage sleepHours --from 2026-01-01 --to 2026-03-31"))
    static let method = Insights.coverage

    @Argument(help: "Metric, such as stepCount.", completion: .custom(NameCompletion.metrics))
    var metric: String

    @OptionGroup var range: DateRangeOptions
    @OptionGroup var asOf: AsOfOption
    @OptionGroup var globals: GlobalOptions

    var request: Insights.CoverageRequest {
        Insights.CoverageRequest(name: metric, from: range.from, to: range.end(asOf))
    }

    func text(_ answer: Insights.CoverageResponse, _ output: Output) -> String {
        answer.text(output)
    }
}
