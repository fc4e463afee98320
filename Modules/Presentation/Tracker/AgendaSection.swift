package import Contracts
import Tracker

/// A part of an agenda under its heading: a part of the day, the optional items, the reminders, or the
/// completed or skipped items.
package struct AgendaSection {
    package let title: String
    package let lines: [AgendaLine]
}

/// A line of an agenda: an item, the child of a container, or a reminder.
package struct AgendaLine {
    package enum Subject {
        case item(Journal.Item)
        case reminder(Journal.Reminder)
    }

    package let subject: Subject
    /// The indented mark, name and numbers on one line, such as `  [ ] Water  250 of 2,000 ml`.
    package let text: String
}

extension Journal.TodayResponse {
    /// The sentence instead of an empty list.
    package static let emptyText = "Nothing is due."

    /// The sections that are not empty, in the order of the list.
    package var sections: [AgendaSection] {
        let divided = divided
        func section(_ title: String, _ items: [Journal.Item]) -> AgendaSection {
            AgendaSection(title, items, divided: divided)
        }
        let all =
            slots.map { section($0.slot.title, $0.items) } + [
                section("optional", optional),
                AgendaSection(title: "reminders", lines: reminders.map(AgendaLine.init)),
                section("done", completed), section("skipped", skipped),
            ]
        return all.filter { !$0.lines.isEmpty }
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
}

extension AgendaSection {
    fileprivate init(_ title: String, _ items: [Journal.Item], divided: Set<Activity.ID>) {
        self.init(
            title: title,
            lines: items.flatMap { item in
                // Open items are below the heading of their part of the day.
                let part =
                    divided.contains(item.id) && item.state != "open" ? ", \(item.slot.title)" : ""
                return [AgendaLine(item, indentation: 2, suffix: part)]
                    + item.children.map { AgendaLine($0, indentation: 6) }
            })
    }
}

extension AgendaLine {
    fileprivate init(_ item: Journal.Item, indentation: Int, suffix: String = "") {
        let spaces = String(repeating: " ", count: indentation)
        self.init(subject: .item(item), text: "\(spaces)\(item.mark) \(item.line)\(suffix)")
    }

    fileprivate init(_ reminder: Journal.Reminder) {
        let day = reminder.dueOn.map { ", \($0)" } ?? ""
        self.init(subject: .reminder(reminder), text: "  [ ] \(reminder.name.onOneLine)\(day)")
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
        if let progressText { line += "  \(progressText)" }
        if let dueFrom { line += "  due from \(dueFrom)" }
        if let skipReason { line += "  \(skipReason.onOneLine)" }
        return line
    }
}

extension Slot {
    fileprivate var title: String { self == .allDay ? "all day" : rawValue }
}
