package import Contracts

extension Vacations.ListResponse: TextPresentable {
    package func text(_ styler: some TextStyler) -> String {
        guard !vacations.isEmpty else { return "No vacation is marked." }
        return vacations.map { $0.from == $0.to ? "\($0.from)" : "\($0.from)..\($0.to)" }
            .joined(separator: "\n")
    }
}

extension Vacations.ChangeResponse {
    /// The number of changed days; `participle` is "marked" or "removed".
    package func sentence(_ participle: String) -> String {
        "\(NumberText.days(days.count)) \(participle), with \(NumberText.count(skips, "skip"))."
    }
}
