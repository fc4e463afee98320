import Charts
import CivilTime
package import Contracts
import Milestones
import Tracker

extension Insights.ReportResponse: TextPresentable {
    package func text(_ styler: some TextStyler) -> String {
        func table(_ data: DataTable, _ empty: String) -> String {
            var table = TextTable(
                data.columns.enumerated().map { ($1, $0 == 0 ? .left : .right) })
            for row in data.rows { table.add(row) }
            return table.text(styler, orIfEmpty: empty)
        }
        func section(_ title: String, _ texts: String...) -> String {
            styler.styled(title, .bold) + "\n" + texts.joined(separator: "\n")
        }
        var sections = [
            section(title, daysText),
            section("Activities", table(activityTable, Self.noActivities)),
            section("Goals", table(goalTable, Self.noGoals)),
        ]
        if hasGoalMetrics { sections.append(table(goalMetricTable, "")) }
        sections.append(section("Health", table(metricTable, Self.noMetrics)))
        sections.append(section("Milestones", milestoneTexts.joined(separator: "\n")))
        return sections.joined(separator: "\n\n")
    }

    static let noActivities = "No activity was due or done."
    static let noGoals = "There are no goals."
    static let noMetrics = "There is no health data in this period or the one before."

    /// "Report: Jan 2026, through 2026-01-20".
    var title: String {
        "Report: \(label)" + (through < to ? ", through \(through.dayText)" : "")
    }

    /// The share of the due sessions that was done on average, and the days that are done in full.
    var daysText: String {
        let rates = days.filter { $0.level != "vacation" && $0.level != "skipped" }
            .compactMap(\.rate)
        let span =
            "\(from.dayText) to \(through.dayText), compared with \(previous.from.dayText) to "
            + "\(previous.to.dayText)."
        guard !rates.isEmpty else { return "\(span) Nothing was due." }
        let mean = rates.reduce(0, +) / Double(rates.count)
        return "\(span) \(NumberText.share(mean)) of what was due is done; "
            + "\(rates.count { $0 >= 1 }) of \(NumberText.days(rates.count)) in full."
    }

    var activityTable: DataTable {
        DataTable(
            caption: "Activities",
            columns: [
                "activity", "rate", "before", "done", "missed", "skipped", "average", "before",
                "streak", "longest",
            ],
            rows: activities.map { activity in
                [
                    activity.name.onOneLine, NumberText.share(activity.rate),
                    NumberText.share(activity.previousRate), NumberText.count(activity.completed),
                    NumberText.count(activity.missed), NumberText.count(activity.skipped),
                    activity.average.map { NumberText.short($0) + NumberText.suffix(activity.unit) }
                        ?? NumberText.noValue,
                    NumberText.short(activity.previousAverage),
                    NumberText.streak(activity.streak.current, activity.streak.unit),
                    NumberText.count(activity.streak.longest),
                ]
            })
    }

    var metricTable: DataTable {
        DataTable(
            caption: "Health",
            columns: ["metric", "average", "before", "change", "least", "greatest", "days"],
            rows: metrics.map { metric in
                let title = MetricTitle.title(metric.metric).onOneLine
                let unit = UnitText.short(metric.unit, of: metric.metric)
                return [
                    unit.isEmpty || unit == title.lowercased() ? title : "\(title), \(unit)",
                    NumberText.short(metric.average), NumberText.short(metric.previousAverage),
                    metric.change.map(Self.changeText) ?? NumberText.noValue,
                    NumberText.short(metric.minValue),
                    NumberText.short(metric.maxValue), NumberText.count(metric.days),
                ]
            })
    }

    var goalTable: DataTable {
        DataTable(
            caption: "Goals", columns: ["goal", "consistency", "before", "deadline", "days left"],
            rows: goals.map { goal in
                [
                    goal.title.onOneLine + (goal.paused ? " (paused)" : ""),
                    NumberText.share(goal.consistency), NumberText.share(goal.previousConsistency),
                    goal.deadline?.dayText ?? NumberText.noValue,
                    goal.daysLeft.map { NumberText.count($0) } ?? NumberText.noValue,
                ]
            })
    }

    /// True if a goal is measured by a metric.
    var hasGoalMetrics: Bool { goals.contains { !$0.metrics.isEmpty } }

    var goalMetricTable: DataTable {
        DataTable(
            caption: "Metrics of goals",
            columns: ["goal", "metric", "from", "now", "to", "progress", "before"],
            rows: goals.flatMap { goal in
                goal.metrics.map { metric in
                    func text(_ value: Double?) -> String {
                        value.map { NumberText.short($0) + NumberText.suffix(metric.unit) }
                            ?? NumberText.noValue
                    }
                    return [
                        goal.title.onOneLine, metric.activity.onOneLine, text(metric.baseline),
                        text(metric.latest), text(metric.target), NumberText.share(metric.progress),
                        NumberText.share(metric.previousProgress),
                    ]
                }
            })
    }

    private static func changeText(_ change: Insights.Change) -> String {
        change.percent.map { NumberText.percent($0) } ?? NumberText.signed(change.absolute)
    }

    /// A sentence for each milestone, or one without any.
    var milestoneTexts: [String] {
        guard !milestones.isEmpty else { return ["No weight milestone was reached."] }
        return milestones.map {
            "\(NumberText.entered($0.target, $0.unit.rawValue)) was reached on \($0.date.dayText)."
        }
    }
}
