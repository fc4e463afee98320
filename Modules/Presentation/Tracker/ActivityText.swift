package import Contracts
import Tracker

extension Activities.ListResponse: TextPresentable {
    package func text(_ styler: some TextStyler) -> String {
        TextTable(
            of: activities,
            .left("activity", \.listedName), .left("type", \.type.rawValue),
            .left("due", \.schedule.text),
            .right("target") { $0.targetText ?? "" }, .left("category", \.category)
        ).text(
            styler,
            orIfEmpty: "There are no activities yet. Add one with: dayline activity add NAME")
    }

    /// Reminders, open ones first.
    package func remindersText(_ styler: some TextStyler) -> String {
        let open = activities.filter { $0.doneOn == nil }
        let done = activities.filter { $0.doneOn != nil }
        return TextTable(
            of: open + done, .left("reminder", \.name),
            .left("due") { $0.doneOn.map { "done on \($0)" } ?? $0.schedule.text }
        ).text(
            styler, orIfEmpty: "There are no reminders yet. Add one with: dayline reminder add NAME"
        )
    }
}

extension Activities.Item {
    /// Name, type, schedule and target.
    package var summaryText: String {
        let target =
            targetText.map { ", \($0) a \((per ?? .day).rawValue)" } ?? unit.map { ", in \($0)" }
            ?? ""
        return "\(name.onOneLine): \(type.rawValue), \(schedule.text)\(target)"
    }

    /// The name in a list: indented in a container, and marked if the activity is paused.
    fileprivate var listedName: String {
        (container == nil ? "" : "  ") + name + (pausedSince == nil ? "" : " (paused)")
    }

    fileprivate var targetText: String? {
        target.map { (atMost == true ? "at most " : "") + NumberText.entered($0, unit) }
    }

    /// All properties, one a line.
    package var details: String {
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

extension Activities.SuggestResponse: TextPresentable {
    package func text(_ styler: some TextStyler) -> String {
        [icon, color, category, unit].compactMap(\.self).joined(separator: "  ")
    }
}
