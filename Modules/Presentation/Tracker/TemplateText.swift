package import Contracts

extension Templates.ListResponse: TextPresentable {
    package func text(_ styler: some TextStyler) -> String {
        TextTable(
            of: templates, .left("template", \.name), .left("what", \.summary),
            .left("of") { $0.activities.joined(separator: ", ") }
        ).text(styler) + "\nAdd one with: dayline activity template NAME"
    }
}

extension Templates.ApplyResponse: TextPresentable {
    package func text(_ styler: some TextStyler) -> String {
        [("Added", added), ("Existing already:", existing)]
            .filter { !$0.1.isEmpty }
            .map { "\($0) \($1.joined(separator: ", "))." }
            .joined(separator: "\n")
    }
}
