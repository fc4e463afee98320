import ArgumentParser
import CivilTime
import Contracts
import Metrics
import RPC

struct SleepCommand: UnaryCommand {
    static let configuration = CommandConfiguration(
        commandName: "sleep", abstract: "List nights by the day on which they end.")
    static let method = Insights.sleep

    @OptionGroup var range: DateRangeOptions
    @OptionGroup var asOf: AsOfOption
    @OptionGroup var zoneOption: ZoneOption
    @OptionGroup var globals: GlobalOptions

    var request: Insights.SleepRequest {
        Insights.SleepRequest(from: range.from, to: range.end(asOf), zone: zoneOption.zone)
    }

    func text(_ nights: Insights.SleepResponse, _ output: Output) -> String {
        guard !nights.nights.isEmpty else {
            return NoDataText.rows("nights", isRanged: range.isLimited)
        }
        var table = TextTable([
            ("day", .left), ("from", .left), ("to", .left), ("asleep", .right), ("in bed", .right),
            ("core", .right), ("deep", .right), ("rem", .right), ("unspecified", .right),
            ("awake", .right), ("naps", .right),
        ])
        for night in nights.nights {
            let stages = night.stages
            table.add(
                [night.day.description, TimeText.time(night.start), TimeText.time(night.end)]
                    + [
                        night.asleepMinutes, night.inBedMinutes, stages.core, stages.deep,
                        stages.rem, stages.unspecified, stages.awake,
                    ].map { TimeText.duration(seconds: $0 * 60) }
                    + [night.naps.isEmpty ? "" : "\(night.naps.count)"])
        }
        return table.text(output)
    }
}
