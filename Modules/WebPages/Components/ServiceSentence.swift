import CivilTime
import Texts

/// Sentences of services, which write days as `2026-11-22` and numbers as `1,234.5`, in the conventions of
/// the reader.
enum ServiceSentence {
    private static let before: Set<Character> = ["(", "\""]
    private static let after: Set<Character> = [".", ",", ";", ":", ")", "\""]

    /// The text with its days and grouped or decimal numbers as the reader writes them.
    static func localized(_ text: String) -> String {
        text.split(separator: " ", omittingEmptySubsequences: false).map { word in
            let start = word.prefix { before.contains($0) }
            let rest = word.dropFirst(start.count)
            let core = rest.reversed().drop { after.contains($0) }.reversed()
            return start + localized(word: String(core)) + rest.dropFirst(core.count)
        }.joined(separator: " ")
    }

    private static func localized(word: String) -> String {
        if let day = CivilDate(word) { return day.dayMonthAndYear }
        return number(word) ?? word
    }

    /// A number with groups or decimals; nil for another word.
    private static func number(_ word: String) -> String? {
        let parts = word.split(separator: ".", omittingEmptySubsequences: false)
        guard let whole = parts.first, parts.count < 3, parts.count == 2 || whole.contains(","),
            word.allSatisfy({ ("0"..."9").contains($0) || $0 == "," || $0 == "." }),
            parts.count == 1 || !parts[1].isEmpty && !parts[1].contains(",")
        else { return nil }
        let groups = whole.split(separator: ",", omittingEmptySubsequences: false)
        guard (1...3).contains(groups[0].count) || groups.count == 1 && !whole.isEmpty,
            groups.dropFirst().allSatisfy({ $0.count == 3 }),
            let value = Double(word.filter { $0 != "," })
        else { return nil }
        return decimalText(
            value, decimals: parts.count == 2 ? parts[1].count : 0, shouldPadZeros: true)
    }
}
