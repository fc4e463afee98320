import CivilTime
package import Contracts

extension Journal.SearchResponse: TextPresentable {
    package func text(_ styler: some TextStyler) -> String {
        TextTable(
            of: results, .left("day", \.date?.description), .left("kind", \.kind.rawValue),
            .left("text", \.text), .left("identifier", \.id)
        ).text(styler, orIfEmpty: "Nothing has this text: no name, note or answer.")
    }
}
