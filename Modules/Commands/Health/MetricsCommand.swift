import ArgumentParser
import Contracts

struct MetricsCommand: UnaryCommand {
    static let configuration = CommandConfiguration(
        name: "metrics", abstract: "List metrics with their days and sources.",
        discussion: .examples("metrics", "metrics --all"))
    static let method = Insights.metrics

    @Flag(help: "Include known metrics without samples.")
    var all = false

    @OptionGroup var globals: GlobalOptions

    var request: Insights.MetricsRequest { Insights.MetricsRequest(all: all ? true : nil) }
}
