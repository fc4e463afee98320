import CivilTime
import Presentation
import Texts

/// Sentences of services, which write days as `2026-11-22` and numbers as `1,234.5`, in the conventions of
/// the reader.
enum ServiceText {
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

/// The summary of a step, such as `log Water 1240 ml on 2026-11-28`, as a sentence.
enum StepText {
    private static let verbs = [
        "abandon": "Abandoned", "activate": "Activated", "add": "Added", "annotate": "Annotated",
        "clear": "Removed", "create": "Created", "delete": "Deleted", "edit": "Changed",
        "empty": "Emptied", "finish": "Finished", "import": "Imported", "link": "Linked",
        "log": "Logged", "mark": "Marked", "move": "Moved", "read": "Read", "remove": "Removed",
        "rename": "Renamed", "restore": "Restored", "skip": "Skipped", "unlink": "Unlinked",
        "weight": "Logged the weight",
    ]
    /// Words of the longest unit with spaces, such as `fl oz`.
    private static let unitWords = 2

    /// The sentence, such as `Logged Water 1,240 ml on 28 November 2026.`
    static func sentence(_ summary: String) -> String {
        var words = summary.split(separator: " ", omittingEmptySubsequences: false)
            .map(String.init)
        // A correction of samples is a noun, such as `edit of stepCount`.
        guard let verb = words.first.flatMap({ verbs[$0] }), words.dropFirst().first != "of" else {
            return "Done: \(ServiceText.localized(summary))."
        }
        if words[0] == "log" { groupAmount(in: &words) }
        words[0] = verb
        return ServiceText.localized(words.joined(separator: " ")) + "."
    }

    /// Writes the amount before the day with groups of digits.
    private static func groupAmount(in words: inout [String]) {
        var end = words.count
        if end > 2, words[end - 2] == "on" { end -= 2 }
        for index in (max(2, end - 1 - unitWords)..<max(2, end)).reversed() {
            guard let amount = Double(words[index]), amount.magnitude >= 1000 else { continue }
            let fraction = words[index].split(separator: ".").dropFirst().first
            // In the conventions of services, as all numbers of a summary.
            words[index] = TextLocale.$current.withValue(nil) {
                decimalText(amount, decimals: fraction?.count ?? 0, shouldPadZeros: true)
            }
            return
        }
    }
}
