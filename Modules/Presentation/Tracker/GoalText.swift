import CivilTime
package import Contracts
import Tracker

extension Goals.ListResponse: TextPresentable {
    package func text(_ styler: some TextStyler) -> String {
        TextTable(
            of: goals, .left("goal", \.title),
            .left("deadline") { $0.deadline?.description ?? "-" },
            .right("consistency") { NumberText.share($0.consistency) },
            .right("progress") { $0.progressText }, .left("") { $0.paused ? "paused" : "" }
        ).text(
            styler,
            orIfEmpty: "There are no goals yet. Add one with: dayline goal add \"Run 10 km\"")
    }
}

extension Goals.GoalResponse: TextPresentable {
    package func text(_ styler: some TextStyler) -> String { goal.text(styler) }
}

extension Goals.Goal {
    /// The goal with tables of its activities and metrics.
    fileprivate func text(_ styler: some TextStyler) -> String {
        var heading = styler.styled(title.onOneLine, .bold)
        if paused { heading += " (paused)" }
        if let deadline, let daysLeft {
            heading +=
                daysLeft >= 0
                ? ", by \(deadline), \(NumberText.days(daysLeft)) left" : ", was due on \(deadline)"
        }
        var lines = [heading]
        if !activities.isEmpty {
            lines.append("Consistency over 14 days: \(NumberText.share(consistency))")
            lines.append(activityTable.text(styler))
        }
        if !metrics.isEmpty { lines.append(metricTable.text(styler)) }
        if activities.isEmpty, metrics.isEmpty {
            lines.append(
                "Nothing is linked yet. Link an activity with: "
                    + "dayline goal link \(quoted(title)) ACTIVITY")
        }
        return lines.joined(separator: "\n")
    }

    /// The progress of each metric; a dash without one.
    fileprivate var progressText: String {
        let shares = metrics.compactMap(\.progress).map { NumberText.share($0) }
        return shares.isEmpty ? "-" : shares.joined(separator: ", ")
    }

    private var activityTable: TextTable {
        TextTable(
            of: activities, .left("activity", \.activity),
            .right("rate") { $0.expected > 0 ? NumberText.share($0.rate) : "-" },
            .right("weight", \.weight), .left("14 days, today") { $0.days.map(\.dot).joined() }
        )
    }

    private var metricTable: TextTable {
        TextTable(
            of: metrics, .left("metric", \.activity), .right("from", \.baseline),
            .right("now", \.latest),
            .right("to", \.target), .right("progress") { NumberText.share($0.progress) },
            .right("average") { $0.averageText }
        )
    }
}

extension Goals.Contributor.Day {
    fileprivate var dot: String {
        switch mark {
        case "completed": "●"
        case "missed", "open": "○"
        case "skipped": "-"
        default: "·"
        }
    }
}

extension Goals.Metric {
    fileprivate var averageText: String {
        guard let averageChange, let averagePeriod else { return "-" }
        return NumberText.signed(averageChange) + NumberText.suffix(unit) + " a \(averagePeriod)"
    }
}
