package import Contracts

extension Journal.RemindersResponse: TextPresentable {
    package func text(_ styler: some TextStyler) -> String {
        TextTable(
            of: reminders, .left("part", \.part), .left("set", \.setting),
            .left("at") { $0.times.joined(separator: ", ") },
            .left("reminds of") { $0.holds ? "\($0.title): \($0.body)" : "-" }
        ).text(styler)
    }
}
