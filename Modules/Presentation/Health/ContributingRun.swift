package import Contracts

/// Consecutive samples of one source with one reason.
package struct ContributingRun {
    /// The name of the source.
    package let source: String
    /// The start of the first sample as RFC 3339 with a UTC offset.
    package let start: String
    /// The end of the sample that ends last, as RFC 3339 with a UTC offset.
    package private(set) var end: String
    /// The number of samples, 1 or more.
    package private(set) var count = 1
    /// The sum of the values, in the unit of the response.
    package private(set) var value: Double
    /// The part of `value` that counts, in the unit of the response.
    package private(set) var counted: Double
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
    package static func joined(_ samples: [Insights.ContributingSample]) -> [ContributingRun] {
        var runs: [ContributingRun] = []
        // The index of the latest run of each source.
        var latest: [Int: Int] = [:]
        for sample in samples {
            let next = ContributingRun(sample)
            if let index = latest[sample.sourceIndex], runs[index].reason == next.reason,
                runs[index].others == next.others
            {
                runs[index].append(next)
            } else {
                latest[sample.sourceIndex] = runs.count
                runs.append(next)
            }
        }
        return runs
    }

    private mutating func append(_ other: ContributingRun) {
        end = max(end, other.end)
        count += other.count
        value += other.value
        counted += other.counted
    }

    /// The reason why not all of `value` counts; empty: all of it counts.
    package var reasonText: String {
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
