import ArgumentParser
import CivilTime
import Contracts
import RPC
import Tracker

struct TodayCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "today", abstract: "Show what is due by part of the day.")

    @OptionGroup var asOf: AsOfOption
    @OptionGroup var globals: GlobalOptions

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let client = try context.bus()
        let day = try await client.call(
            Journal.today, Journal.DayRequest(on: asOf.on), context.options())
        let isNew =
            if context.output.isJSON || !day.isEmpty { false } else {
                try await context.hasNoActivities(client)
            }
        try context.output.result(day) {
            isNew ? NoDataText.activities : day.text(context.output)
        }
        return .done
    }
}

extension Journal.TodayResponse {
    fileprivate var isEmpty: Bool {
        slots.allSatisfy(\.items.isEmpty) && reminders.isEmpty && completed.isEmpty
            && skipped.isEmpty
    }

    /// True if the item is listed in several parts of the day.
    private func isDivided(_ item: Journal.Item) -> Bool {
        let all = slots.flatMap(\.items) + completed + skipped
        return Set(all.filter { $0.id == item.id }.map(\.slot)).count > 1
    }

    fileprivate func text(_ output: Output) -> String {
        var lines = [
            output.styled("\(date)", .bold) + "  \(NumberText.share(progress)) done"
                + (vacation ? ", a vacation" : "")
        ]
        func add(_ title: String, _ items: [Journal.Item], mark: String) {
            guard !items.isEmpty else { return }
            lines.append(output.styled(title, .dim))
            for item in items {
                // Open items are below the heading of their part of the day.
                let part = isDivided(item) && item.state != "open" ? ", \(item.slot.title)" : ""
                lines.append("  \(mark) \(item.line)\(part)")
                for child in item.children { lines.append("      \(child.mark) \(child.line)") }
            }
        }
        for part in slots { add(part.slot.title, part.items, mark: "[ ]") }
        if !reminders.isEmpty {
            lines.append(output.styled("reminders", .dim))
            for reminder in reminders {
                lines.append(
                    "  [ ] \(reminder.name.onOneLine)" + (reminder.dueOn.map { ", \($0)" } ?? ""))
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
        if let target {
            line += "  \(NumberText.entered(value ?? 0)) of \(NumberText.entered(target))"
        } else if let value {
            line += "  \(NumberText.entered(value))"
        }
        if target != nil || value != nil, let unit { line += " \(unit)" }
        if let dueFrom { line += "  due from \(dueFrom)" }
        if let skipReason { line += "  \(skipReason.onOneLine)" }
        return line
    }
}

extension Slot {
    fileprivate var title: String {
        switch self {
        case .allDay: "all day"
        case .morning, .afternoon, .evening: rawValue
        }
    }
}
