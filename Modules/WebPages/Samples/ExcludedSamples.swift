import Contracts
import Presentation

/// The samples of a day that do not count, or count in part, with the reason.
struct ExcludedSamples {
    let contributions: Insights.ContributionsResponse
    let format: MeasureFormat

    /// The number of rows.
    private static let rowLimit = 200

    /// Nil if all samples count.
    var html: HTML? {
        let runs = ContributingRun.joined(contributions.samples)
            .filter { !$0.reasonText.isEmpty }
        guard !runs.isEmpty else { return nil }
        let count = runs.reduce(0) { $0 + $1.count }
        return element("details", ["class": "fold", "id": "excluded"]) {
            element("summary") {
                "Samples that count in part or not at all: \(NumberText.count(count))"
            }
            RowTable(
                caption: "Samples that count in part or not at all",
                columns: [
                    .text("From"), .text("To"), .text("Source"), .number("Samples"),
                    .number(contributions.statistic == "mean" ? "Sum" : "Value"),
                    .number("Counted"), .text("Reason"),
                ],
                rows: runs.prefix(Self.rowLimit).map(row)
            ).html
            if runs.count > Self.rowLimit {
                element("p", ["class": "soft small"]) {
                    "The first \(Self.rowLimit) of \(NumberText.count(runs.count)) rows."
                }
            }
        }
    }

    /// Consecutive samples of a source with one reason.
    private func row(_ run: ContributingRun) -> [String] {
        [
            TimeText.time(run.start), TimeText.time(run.end),
            contributions.sources[run.source].name, NumberText.count(run.count),
            format.cell(run.value), format.cell(run.counted), run.reasonText,
        ]
    }
}
