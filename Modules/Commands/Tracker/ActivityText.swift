import CivilTime
import Contracts
import Tracker

extension Activities.ListResponse {
    func text(_ output: Output) -> String {
        guard !activities.isEmpty else {
            return "There are no activities yet. Add one with: dayline activity add NAME"
        }
        var table = TextTable([
            ("activity", .left), ("type", .left), ("due", .left), ("target", .right),
            ("category", .left),
        ])
        for item in activities {
            let name = (item.container == nil ? "" : "  ") + item.name
            table.add([
                item.pausedSince == nil ? name : "\(name) (paused)", item.type.rawValue,
                item.schedule.text, item.targetText ?? "", item.category ?? "",
            ])
        }
        return table.text(output)
    }
}

extension Activities.Item {
    /// Name, type, schedule and target.
    var summaryText: String {
        let target = targetText.map { ", \($0) a day" } ?? unit.map { ", in \($0)" } ?? ""
        return "\(name.onOneLine): \(type.rawValue), \(schedule.text)\(target)"
    }

    var targetText: String? {
        target.map { NumberText.entered($0) + (unit.map { " \($0)" } ?? "") }
    }

    /// All properties, one a line.
    var details: String {
        var lines = [summaryText, "identifier  \(id.rawValue)", "created     \(created)"]
        func add(_ title: String, _ text: String?) {
            guard let text, !text.isEmpty else { return }
            lines.append(
                title + String(repeating: " ", count: 12 - title.count) + text.onOneLine)
        }
        add("slots", slots.map(\.rawValue).joined(separator: ", "))
        add("category", category)
        add("container", container)
        add("children", children.joined(separator: ", "))
        add("after", after)
        add("health", health.map { "\($0.metric), \($0.mode.rawValue)" })
        add("carried", carryForward ? "to the days after, when missed" : nil)
        add("paused", pausedSince.map { "since \($0)" })
        for past in history ?? [] {
            let configuration = past.configuration
            add(
                "before",
                "\(past.from)..\(past.to) \(configuration.kind.type.rawValue), "
                    + configuration.schedule.text)
        }
        return lines.joined(separator: "\n")
    }
}
