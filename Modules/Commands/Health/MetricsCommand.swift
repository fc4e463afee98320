import ArgumentParser
import CivilTime
import Contracts
import RPC

struct MetricsCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "metrics", abstract: "What there is: each metric, its days and its sources.")

    @Flag(help: "Every metric that is known, those without samples too.")
    var all = false

    @OptionGroup var globals: GlobalOptions

    func run(_ session: CommandContext) async throws -> ExitStatus {
        let listing = try await session.bus().call(
            Insights.metrics, Insights.MetricsRequest(all: all ? true : nil), session.options())
        try session.output.result(listing) { text(listing, session.output) }
        return .done
    }

    private func text(_ listing: Insights.MetricsResponse, _ output: Output) -> String {
        guard !listing.metrics.isEmpty else {
            return "There is nothing yet. Start with: dayline import FILE"
        }
        var table = TextTable([
            ("metric", .left), ("unit", .left), ("kind", .left), ("samples", .right),
            ("first", .left), ("last", .left), ("sources", .left),
        ])
        for metric in listing.metrics {
            table.add([
                metric.metric, metric.unit, metric.kind, NumberText.count(metric.samples),
                metric.firstDay?.description ?? "", metric.lastDay?.description ?? "",
                metric.sources.joined(separator: ", "),
            ])
        }
        return table.text(output)
    }
}
