import CivilTime
import Contracts
import Tracker

/// Formats goals as text.
enum GoalText {
    static func table(_ goals: [Goals.Goal], _ output: Output) -> String {
        guard !goals.isEmpty else {
            return "There are no goals yet. Add one with: dayline goal add \"Run 10 km\""
        }
        var table = TextTable([
            ("goal", .left), ("deadline", .left), ("consistency", .right), ("progress", .right),
            ("", .left),
        ])
        for goal in goals {
            let fractions = goal.metrics.compactMap(\.progress)
            table.add([
                goal.title, goal.deadline?.description ?? "-", share(goal.consistency),
                fractions.isEmpty ? "-" : fractions.map { share($0) }.joined(separator: ", "),
                goal.paused ? "paused" : "",
            ])
        }
        return table.text(output)
    }

    static func text(_ goal: Goals.Goal, _ output: Output) -> String {
        var heading = output.styled(goal.title.onOneLine, .bold)
        if goal.paused { heading += " (paused)" }
        if let deadline = goal.deadline, let left = goal.daysLeft {
            heading +=
                left >= 0
                ? ", by \(deadline), \(NumberText.days(left)) left" : ", was due on \(deadline)"
        }
        var lines = [heading]
        if !goal.activities.isEmpty {
            lines.append("Consistency over 14 days: \(share(goal.consistency))")
            var table = TextTable([
                ("activity", .left), ("rate", .right), ("weight", .right),
                ("14 days, today", .left),
            ])
            for contributor in goal.activities {
                table.add([
                    contributor.activity,
                    contributor.expected > 0 ? share(contributor.rate) : "-",
                    NumberText.short(contributor.weight),
                    contributor.days.map(dot).joined(),
                ])
            }
            lines.append(table.text(output))
        }
        if !goal.metrics.isEmpty {
            var table = TextTable([
                ("metric", .left), ("from", .right), ("now", .right), ("to", .right),
                ("progress", .right), ("average", .right),
            ])
            for metric in goal.metrics {
                table.add([
                    metric.activity, number(metric.baseline), number(metric.latest),
                    number(metric.target), share(metric.progress), average(metric),
                ])
            }
            lines.append(table.text(output))
        }
        if goal.activities.isEmpty, goal.metrics.isEmpty {
            lines.append(
                "Nothing is linked yet. Link an activity with: "
                    + "dayline goal link \(quoted(goal.title)) ACTIVITY")
        }
        return lines.joined(separator: "\n")
    }

    private static func dot(_ day: Goals.Contributor.Day) -> String {
        switch day.mark {
        case "completed": "●"
        case "missed", "open": "○"
        case "skipped": "-"
        default: "·"
        }
    }

    private static func number(_ value: Double?) -> String { value.map(NumberText.short) ?? "-" }

    private static func share(_ value: Double?) -> String {
        value.map(NumberText.share) ?? "-"
    }

    private static func average(_ metric: Goals.Metric) -> String {
        guard let change = metric.averageChange, let period = metric.averagePeriod else {
            return "-"
        }
        let unit = metric.unit.map { " \($0)" } ?? ""
        return "\(change > 0 ? "+" : "")\(NumberText.short(change))\(unit) a \(period)"
    }
}
