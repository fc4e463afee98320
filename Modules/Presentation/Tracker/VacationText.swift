import CivilTime
package import Contracts

extension Vacations.ListResponse: TextPresentable {
    package func text(_ styler: some TextStyler) -> String {
        guard !vacations.isEmpty else { return "No vacation is marked." }
        return vacations.map { $0.from == $0.to ? "\($0.from)" : "\($0.from)..\($0.to)" }
            .joined(separator: "\n")
    }
}

extension Vacations.ChangeResponse {
    /// The changed days, with runs of days as `A..B`; `participle` is "marked" or "removed".
    package func sentence(_ participle: String) -> String {
        let counts =
            "\(NumberText.days(days.count)) \(participle), with \(NumberText.count(skips, "skip"))"
        return days.isEmpty ? "\(counts)." : "\(counts): \(ranges.joined(separator: ", "))."
    }

    private var ranges: [String] {
        var runs: [ClosedRange<CivilDate>] = []
        for day in days.sorted() {
            if let last = runs.last, last.upperBound.advanced(by: 1) == day {
                runs[runs.count - 1] = last.lowerBound...day
            } else {
                runs.append(day...day)
            }
        }
        return runs.map { run in
            run.lowerBound == run.upperBound
                ? "\(run.lowerBound)" : "\(run.lowerBound)..\(run.upperBound)"
        }
    }
}
