import ArgumentParser
import CivilTime
import Contracts
import Metrics
import RPC

struct SleepCommand: UnaryCommand {
    static let configuration = CommandConfiguration(
        commandName: "sleep", abstract: "List nights by the day on which they end.")
    static let method = Insights.sleep

    @Option(help: "Leave out days before DATE.")
    var from: CivilDate?

    @Option(help: "Leave out days after DATE.")
    var to: CivilDate?

    @Option(help: "Answer as of DATE (default: today).")
    var on: CivilDate?

    @Option(help: "Compute days in this time zone, for this answer only.")
    var zone: String?

    @OptionGroup var globals: GlobalOptions

    var request: Insights.SleepRequest {
        Insights.SleepRequest(from: from, to: CivilDate.last(to, asOf: on), zone: zone)
    }

    func text(_ nights: Insights.SleepResponse, _ output: Output) -> String {
        guard !nights.nights.isEmpty else {
            return NoDataText.rows("nights", isRanged: from != nil || to != nil)
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
