package import Contracts
import Tracker

extension Journal.TodayResponse: TextPresentable {
    /// True if no activity and no reminder is listed.
    package var isEmpty: Bool {
        slots.allSatisfy(\.items.isEmpty) && reminders.isEmpty && completed.isEmpty
            && skipped.isEmpty && optional.isEmpty
    }

    /// The activities that are listed in several parts of the day.
    private var divided: Set<Activity.ID> {
        var first: [Activity.ID: Slot] = [:]
        var divided: Set<Activity.ID> = []
        for item in slots.flatMap(\.items) + completed + skipped {
            if first[item.id, default: item.slot] != item.slot { divided.insert(item.id) }
            first[item.id] = item.slot
        }
        return divided
    }

    package func text(_ styler: some TextStyler) -> String {
        var lines = [
            styler.styled("\(date)", .bold) + "  \(NumberText.share(progress)) done"
                + (vacation ? ", a vacation" : "")
        ]
        let divided = divided
        func add(_ title: String, _ items: [Journal.Item], mark: String) {
            guard !items.isEmpty else { return }
            lines.append(styler.styled(title, .dim))
            for item in items {
                // Open items are below the heading of their part of the day.
                let part =
                    divided.contains(item.id) && item.state != "open" ? ", \(item.slot.title)" : ""
                lines.append("  \(mark) \(item.line)\(part)")
                for child in item.children { lines.append("      \(child.mark) \(child.line)") }
            }
        }
        for part in slots { add(part.slot.title, part.items, mark: "[ ]") }
        add("optional", optional, mark: "[ ]")
        if !reminders.isEmpty {
            lines.append(styler.styled("reminders", .dim))
            lines += reminders.map { reminder in
                "  [ ] \(reminder.name.onOneLine)" + (reminder.dueOn.map { ", \($0)" } ?? "")
            }
        }
        add("done", completed, mark: "[x]")
        add("skipped", skipped, mark: "[-]")
        if lines.count == 1 { lines.append("Nothing is due.") }
        return lines.joined(separator: "\n")
    }
}

extension Journal.Item {
    fileprivate var mark: String {
        switch state {
        case "completed": "[x]"
        case "skipped": "[-]"
        default: "[ ]"
        }
    }

    fileprivate var line: String {
        var line = name.onOneLine
        if let standingText { line += "  \(standingText)" }
        if let dueFrom { line += "  due from \(dueFrom)" }
        if let skipReason { line += "  \(skipReason.onOneLine)" }
        return line
    }
}

extension Slot {
    fileprivate var title: String { self == .allDay ? "all day" : rawValue }
}
