package import Contracts

extension Insights.MetricsResponse: TextPresentable {
    package func text(_ styler: some TextStyler) -> String {
        TextTable(
            of: metrics, .left("metric", \.metric), .left("unit", \.unit), .left("kind", \.kind),
            .right("samples", \.samples), .left("first", \.firstDay), .left("last", \.lastDay),
            .left("sources") { $0.sources.joined(separator: ", ") }
        ).text(styler, orIfEmpty: "There are no metrics yet. Start with: dayline import FILE")
    }
}
