import ArgumentParser
import CivilTime
import Contracts
import RPC

struct MetricsCommand: UnaryCommand {
    static let configuration = CommandConfiguration(
        commandName: "metrics", abstract: "List metrics with their days and sources.")
    static let method = Insights.metrics

    @Flag(help: "Include known metrics without samples.")
    var all = false

    @OptionGroup var globals: GlobalOptions

    var request: Insights.MetricsRequest { Insights.MetricsRequest(all: all ? true : nil) }

    func text(_ listing: Insights.MetricsResponse, _ output: Output) -> String {
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
