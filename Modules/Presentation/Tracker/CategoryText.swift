package import Contracts

extension Categories.ListResponse: TextPresentable {
    package func text(_ styler: some TextStyler) -> String {
        TextTable(
            of: categories, .left("category", \.name), .right("activities", \.activities),
            .left("about", \.about)
        ).text(styler)
    }
}
