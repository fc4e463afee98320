import ArgumentParser
import Contracts
import Presentation

struct SleepCommand: UnaryCommand {
    static let configuration = CommandConfiguration(
        name: "sleep", abstract: "List nights by the day on which they end.",
        discussion: .examples("sleep", "sleep --from -7d --to today"))
    static let method = Insights.sleep

    @OptionGroup var range: DateRangeOptions
    @OptionGroup var asOf: AsOfOption
    @OptionGroup var zoneOption: ZoneOption
    @OptionGroup var globals: GlobalOptions

    var request: Insights.SleepRequest {
        Insights.SleepRequest(from: range.from, to: range.end(asOf), zone: zoneOption.zone)
    }

    func text(_ nights: Insights.SleepResponse, _ output: Output) -> String {
        nights.text(isRanged: range.isLimited, output)
    }
}
