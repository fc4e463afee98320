package import Contracts

extension Trash.ListResponse: TextPresentable {
    package func text(_ styler: some TextStyler) -> String {
        table.text(styler, orIfEmpty: "The trash is empty.")
    }

    /// The records that were removed for good.
    package func purgeText(_ styler: some TextStyler) -> String {
        guard !items.isEmpty else { return "Nothing in the trash is older than 30 days." }
        return """
            Removed for good:
            \(table.text(styler))
            Changes to these records, and all earlier changes, can no longer be undone.
            """
    }

    private var table: TextTable {
        TextTable(
            of: items, .left("deleted", \.deleted), .left("what", \.kind), .left("name", \.name),
            .left("identifier", \.id)
        )
    }
}
