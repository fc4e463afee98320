import ArgumentParser
import CivilTime
import Contracts
import RPC

struct DaysCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "days", abstract: "Daily totals of a metric.")

    @Argument(
        help: "The metric, such as stepCount.", completion: .custom(NameCompletion.metrics))
    var metric: String

    @Option(help: "The first day.")
    var from: CivilDate?

    @Option(help: "The last day.")
    var to: CivilDate?

    @Option(help: "The day that is today: nothing after it is listed.")
    var on: CivilDate?

    @Option(help: "Fold in this time zone, for this answer only.")
    var zone: String?

    @Flag(help: "With what each source adds up to, before they are merged.")
    var bySource = false

    @OptionGroup var globals: GlobalOptions

    func run(_ session: Session) async throws -> ExitStatus {
        let totals = try await session.bus().call(
            Insights.days,
            Insights.AskDays(
                name: metric, from: from, to: CivilDate.last(to, asOf: on), zone: zone,
                bySource: bySource ? true : nil),
            session.options())
        try session.output.result(totals) { text(totals, session.output) }
        return .done
    }

    private func text(_ totals: Insights.DayTotals, _ output: Output) -> String {
        let sources = Set(totals.days.flatMap { ($0.bySource ?? [:]).keys }).sorted()
        var table = TextTable(
            [
                ("day", .left), ("sum", .right), ("average", .right), ("min", .right),
                ("max", .right), ("last", .right), ("samples", .right),
            ] + sources.map { ($0, .right) })
        for day in totals.days {
            table.add(
                [day.day.description]
                    + [day.sum, day.average, day.min, day.max, day.last].map {
                        $0.map(NumberText.short) ?? ""
                    }
                    + [NumberText.count(day.samples)]
                    + sources.map { day.bySource?[$0].map(NumberText.short) ?? "" })
        }
        return "\(NumberText.name(totals.metric, in: totals.unit))\n\(table.text(output))"
    }
}
