package import Contracts

extension Journal.ExplainResponse: TextPresentable {
    package func text(_ styler: some TextStyler) -> String {
        let table = TextTable(
            of: steps, .left("rule", \.rule),
            // The result of the rule of the streak is only in the detail.
            .left("holds") { $0.rule == "streak" ? "" : $0.holds ? "yes" : "no" },
            .left("", \.detail)
        )
        return "\(name.onOneLine) on \(date): \(Self.verdicts[verdict] ?? verdict)\n"
            + table.text(styler)
    }

    /// The texts of the verdicts.
    private static let verdicts = [
        "notCreatedYet": "not created yet", "paused": "paused",
        "passive": "only read from health data", "notDue": "not due", "open": "due, and open",
        "completed": "completed", "skipped": "skipped", "carried": "carried forward, and open",
    ]
}
