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
        let runs = ContributingRun.joined(contributions.parts)
            .filter { !$0.reasonText.isEmpty }
        guard !runs.isEmpty else { return nil }
        let count = runs.reduce(0) { $0 + $1.count }
        return element("details", ["class": "fold", "id": "excluded"]) {
            element("summary") {
                "Samples that count in part or not at all: \(NumberText.count(count))"
            }
            rowList(runs.prefix(Self.rowLimit).map(row))
            if runs.count > Self.rowLimit {
                smallText("The first \(Self.rowLimit) of \(NumberText.count(runs.count)) rows.")
            }
            if contributions.omitted > 0 {
                smallText("\(NumberText.count(contributions.omitted, "more sample")) not listed.")
            }
        }
    }

    /// Consecutive samples of a source with one reason.
    private func row(_ run: ContributingRun) -> HTML {
        let reason: String =
            run.reasonText.prefix(1).uppercased() + run.reasonText.dropFirst()
        return element("li") {
            rowText(
                .text(reason),
                "\(TimeText.time(run.start)) to \(TimeText.time(run.end)), "
                    + "\(NumberText.count(run.count, "sample")) of \(run.source)")
            element("span", ["class": "soft small"]) { amount(of: run) }
        }
    }

    /// `300 of 900 steps`; a mean has no sum that a part could be of.
    private func amount(of run: ContributingRun) -> String {
        guard contributions.statistic != "mean" else {
            return run.counted == 0 ? "do not count" : "count in part"
        }
        return "\(format.cell(run.counted)) of \(format.short(run.value))"
    }
}
