package import Contracts
import Tracker

extension Journal.TodayResponse: TextPresentable {
    /// True if no activity and no reminder is listed.
    package var isEmpty: Bool {
        slots.allSatisfy(\.items.isEmpty) && reminders.isEmpty && completed.isEmpty
            && skipped.isEmpty && optional.isEmpty
    }

    /// True if the item is listed in several parts of the day.
    private func isDivided(_ item: Journal.Item) -> Bool {
        let all = slots.flatMap(\.items) + completed + skipped
        return Set(all.filter { $0.id == item.id }.map(\.slot)).count > 1
    }

    package func text(_ styler: some TextStyler) -> String {
        var lines = [
            styler.styled("\(date)", .bold) + "  \(NumberText.share(progress)) done"
                + (vacation ? ", a vacation" : "")
        ]
        func add(_ title: String, _ items: [Journal.Item], mark: String) {
            guard !items.isEmpty else { return }
            lines.append(styler.styled(title, .dim))
            for item in items {
                // Open items are below the heading of their part of the day.
                let part = isDivided(item) && item.state != "open" ? ", \(item.slot.title)" : ""
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
        if let period {
            line += "  \(period.text(unit, atMost: atMost == true))"
        } else if let target {
            let most = atMost == true ? "at most " : ""
            line +=
                "  \(NumberText.entered(value ?? 0)) of \(most)\(NumberText.entered(target, unit))"
        } else if let value {
            line += "  \(NumberText.entered(value, unit))"
        }
        if let dueFrom { line += "  due from \(dueFrom)" }
        if let skipReason { line += "  \(skipReason.onOneLine)" }
        return line
    }
}

extension Journal.Period {
    /// "2 of 3 from 2026-01-05 to 2026-01-11", with the unit of a total.
    package func text(_ unit: String?, atMost: Bool) -> String {
        "\(NumberText.entered(done)) of \(atMost ? "at most " : "")"
            + "\(NumberText.entered(needed, unit)) from \(from) to \(to)"
    }
}

extension Slot {
    fileprivate var title: String { self == .allDay ? "all day" : rawValue }
}
