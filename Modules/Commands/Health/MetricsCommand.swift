import ArgumentParser
import CivilTime
import Contracts
import RPC

struct MetricsCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "metrics", abstract: "List metrics with their days and sources.")

    @Flag(help: "Include known metrics without samples.")
    var all = false

    @OptionGroup var globals: GlobalOptions

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let listing = try await context.bus().call(
            Insights.metrics, Insights.MetricsRequest(all: all ? true : nil), context.options())
        try context.output.result(listing) { text(listing, context.output) }
        return .done
    }

    private func text(_ listing: Insights.MetricsResponse, _ output: Output) -> String {
        guard !listing.metrics.isEmpty else {
            return "There are no metrics yet. Start with: dayline import FILE"
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
