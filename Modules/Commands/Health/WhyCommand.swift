import ArgumentParser
import CivilTime
import Contracts
import Presentation

struct WhyCommand: UnaryCommand {
    static let configuration = CommandConfiguration(
        name: "why",
        abstract: "Show which samples make up the value of a day, and which do not count.",
        discussion: .examples(
            "why stepCount yesterday", "why sleepHours 2026-11-03",
            "why stepCount 2026-11-03 --samples"))
    static let method = Insights.contributions

    @Argument(help: "Metric, such as stepCount.", completion: .custom(NameCompletion.metrics))
    var metric: String

    @Argument(help: "Day.")
    var date: CivilDate

    @Flag(help: "List each sample (default: consecutive samples of a source as one row).")
    var samples = false

    @OptionGroup var zoneOption: ZoneOption
    @OptionGroup var globals: GlobalOptions

    var request: Insights.ContributionsRequest {
        Insights.ContributionsRequest(name: metric, day: date, zone: zoneOption.zone)
    }

    func text(_ answer: Insights.ContributionsResponse, _ output: Output) -> String {
        answer.text(eachSample: samples, output)
    }
}
