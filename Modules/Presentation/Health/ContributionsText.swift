package import Contracts
import Texts

extension Insights.ContributionsResponse {
    /// The value of the day, a row for each source, and rows of samples: each one, or consecutive
    /// samples with one reason together.
    package func text(eachSample: Bool, _ styler: some TextStyler) -> String {
        guard let value else {
            return "\(metric) has no samples on \(day). See its days with: dayline days \(metric)"
        }
        let noun = statistic == "mean" ? "mean" : "total"
        var lines = [
            "\(UnitText.heading(metric, in: unit)), \(day): \(noun) \(NumberText.short(value))"
        ]
        lines.append(sourceTable.text(styler))
        let rows = eachSample ? samples.map(SampleRun.init) : SampleRun.joined(samples)
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

    private func sampleTable(_ rows: [SampleRun]) -> TextTable {
        TextTable(
            of: rows, .left("from") { TimeText.time($0.start) },
            .left("to") { TimeText.time($0.end) },
            .left("source") { sources[$0.source].name },
            .right("samples") { NumberText.count($0.count) },
            .right(statistic == "mean" ? "sum" : "total") { NumberText.short($0.value) },
            .right("counted") { NumberText.short($0.counted) },
            .left("reason") { $0.reasonText })
    }
}

/// Consecutive samples of one source with one reason.
private struct SampleRun {
    let source: Int
    let start: String
    private(set) var end: String
    private(set) var count = 1
    private(set) var value: Double
    private(set) var counted: Double
    private let reason: String?
    private let others: [String]

    init(_ sample: Insights.ContributingSample) {
        source = sample.source
        start = sample.start
        end = sample.end
        value = sample.value
        counted = sample.counted
        reason = sample.reason
        others = sample.countedInstead ?? []
    }

    /// The runs in samples that ascend by start.
    static func joined(_ samples: [Insights.ContributingSample]) -> [SampleRun] {
        var runs: [SampleRun] = []
        // The index of the latest run of each source.
        var latest: [Int: Int] = [:]
        for sample in samples {
            let next = SampleRun(sample)
            if let index = latest[sample.source], runs[index].reason == next.reason,
                runs[index].others == next.others
            {
                runs[index].append(next)
            } else {
                latest[sample.source] = runs.count
                runs.append(next)
            }
        }
        return runs
    }

    private mutating func append(_ other: SampleRun) {
        end = max(end, other.end)
        count += other.count
        value += other.value
        counted += other.counted
    }

    var reasonText: String {
        let others = others.joined(separator: ", ")
        switch reason {
        case "priority": return "\(others) measured the same time"
        case "overlap": return "overlaps an earlier or longer sample of \(others)"
        case "aggregate": return "a total, and single measurements exist"
        case "shorterTotal": return "a total, and totals of shorter times exist"
        case "notAsleep": return "time awake or in bed"
        case "nap": return "not part of the night"
        default: return ""
        }
    }
}
