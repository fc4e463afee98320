package import Contracts
import Tracker

extension Journal.TodayResponse: TextPresentable {
    /// True if no activity and no reminder is listed.
    package var isEmpty: Bool {
        slots.allSatisfy(\.items.isEmpty) && reminders.isEmpty && completed.isEmpty
            && skipped.isEmpty && optional.isEmpty
    }

    package func text(_ styler: some TextStyler) -> String {
        var lines = [
            styler.styled("\(date)", .bold) + "  \(NumberText.share(progress)) done"
                + (vacation ? ", a vacation" : "")
        ]
        for section in sections {
            lines.append(styler.styled(section.title, .dim))
            lines += section.lines.map(\.text)
        }
        if lines.count == 1 { lines.append(Self.emptyText) }
        return lines.joined(separator: "\n")
    }
}
