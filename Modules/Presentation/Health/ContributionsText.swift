package import Contracts
import Texts

extension Insights.ContributionsResponse {
    /// The value of the day, a row for each source, and rows of samples: each one, or consecutive
    /// samples with one reason together.
    package func text(eachSample: Bool, _ styler: some TextStyler) -> String {
        guard let value else {
            return "\(metric) has no samples on \(day). List the days with: dayline days \(metric)"
        }
        let noun = statistic == "mean" ? "mean" : "total"
        var lines = [
            "\(UnitText.heading(metric, in: unit)), \(day): \(noun) \(NumberText.short(value))"
        ]
        lines.append(sourceTable.text(styler))
        let rows = eachSample ? parts.map(ContributingRun.init) : ContributingRun.joined(parts)
        lines += ["", sampleTable(rows).text(styler)]
        if omitted > 0 { lines.append("\(NumberText.count(omitted, "more sample")) not listed.") }
        return lines.joined(separator: "\n")
    }

    private var sourceTable: TextTable {
        let isMean = statistic == "mean"
        return TextTable(
            of: sources, .left("source", \.name), .left("class", \.class),
            .left("resolution", \.resolution),
            .right("samples") { NumberText.count($0.samples) },
            .right("counted") { NumberText.count($0.countedSamples) },
            .right(isMean ? "mean" : "total") { NumberText.short($0.value) },
            .right(isMean ? "counted mean" : "counted total") { NumberText.short($0.counted) },
            .left("device", \.device))
    }

    private func sampleTable(_ rows: [ContributingRun]) -> TextTable {
        TextTable(
            of: rows, .left("from") { TimeText.time($0.start) },
            .left("to") { TimeText.time($0.end) },
            .left("source", \.source),
            .right("samples") { NumberText.count($0.count) },
            .right(statistic == "mean" ? "sum" : "total") { NumberText.short($0.value) },
            .right("counted") { NumberText.short($0.counted) },
            .left("reason") { $0.reasonText })
    }
}
