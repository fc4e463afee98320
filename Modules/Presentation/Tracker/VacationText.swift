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
        let runs = days.runs.map(\.dayText).joined(separator: ", ")
        return runs.isEmpty ? "\(counts)." : "\(counts): \(runs)."
    }
}
