import ArgumentParser
import CivilTime
import Contracts
import Metrics
import RPC

struct SleepCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "sleep", abstract: "Nights, by the day that they end on.")

    @Option(help: "The first day.")
    var from: CivilDate?

    @Option(help: "The last day.")
    var to: CivilDate?

    @Option(help: "The day that is today: nothing after it is listed.")
    var on: CivilDate?

    @Option(help: "File the nights by the days of this time zone, for this answer only.")
    var zone: String?

    @OptionGroup var globals: GlobalOptions

    func run(_ session: CommandContext) async throws -> ExitStatus {
        let nights = try await session.bus().call(
            Insights.sleep,
            Insights.SleepRequest(from: from, to: CivilDate.last(to, asOf: on), zone: zone),
            session.options())
        try session.output.result(nights) { text(nights, session.output) }
        return .done
    }

    private func text(_ nights: Insights.SleepResponse, _ output: Output) -> String {
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
