import CivilTime
import Contracts
import Presentation

/// The list of metrics with data.
struct TrendsPage {
    let metrics: [Insights.Metric]
    let activities: [Activity]
    /// The text that the names contain; empty: all.
    let search: String

    struct Activity {
        var name: String
        /// Nil: no unit.
        var unit: String?
    }

    private static let unlisted = "category"

    /// The metrics that have averages.
    private var listed: [(metric: Insights.Metric, title: String)] {
        metrics.filter { $0.kind != Self.unlisted && $0.lastDay != nil }
            .map { ($0, MetricTitle.title($0.metric)) }
            .sorted { $0.title < $1.title }
    }

    private var found: [(metric: Insights.Metric, title: String)] {
        let text = search.lowercased()
        return listed.filter { metric, title in
            text.isEmpty || title.lowercased().contains(text)
                || metric.metric.lowercased().contains(text)
        }
    }

    private var foundActivities: [Activity] {
        let text = search.lowercased()
        return activities.filter { text.isEmpty || $0.name.lowercased().contains(text) }
            .sorted { $0.name < $1.name }
    }

    var page: Page {
        var page = Page("Trends", in: .trends, content: content)
        page.topics = [.health, .imports, .activities]
        return page
    }

    private var content: HTML {
        group {
            element("div", ["class": "page-head"]) {
                element("div") {
                    element("h1") { "Trends" }
                    if !listed.isEmpty { element("p", ["class": "lead"]) { lead } }
                }
                if !isEmpty { searchForm }
            }
            if isEmpty {
                empty
            } else if found.isEmpty, foundActivities.isEmpty {
                element("section", ["class": "card empty", "data-fragment": "metrics"]) {
                    element("h2") { "Nothing found" }
                    element("p") { "No metric or activity has \"\(search)\" in its name." }
                    element("a", ["class": "button", "href": "/trends"]) { "All metrics" }
                }
            } else {
                element("div", ["class": "columns"]) {
                    for group in Group.allCases {
                        let metrics = found.filter { Group(of: $0.metric) == group }
                        if !metrics.isEmpty { groupCard(group, metrics) }
                    }
                    if !foundActivities.isEmpty { activityCard }
                }
            }
        }
    }

    private var isEmpty: Bool { listed.isEmpty && activities.isEmpty }

    private var lead: String {
        let first = listed.compactMap(\.metric.firstDay).min()
        return NumberText.count(listed.count, "metric") + " with data"
            + (first.map { ", from \($0.dayAndMonth) \($0.components.year)" } ?? "") + "."
    }

    private var searchForm: HTML {
        element("form", ["class": "row one-line", "method": "get", "action": "/trends"]) {
            element("label", ["class": "visually-hidden", "for": "find-metric"]) {
                "Find a metric"
            }
            element(
                "input",
                [
                    "id": "find-metric", "name": "q", "type": "search",
                    "placeholder": "Find a metric", "value": search.isEmpty ? nil : search,
                ])
            element("button", ["class": "button"]) { "Find" }
        }
    }

    private var empty: HTML {
        element("section", ["class": "card empty", "data-fragment": "metrics"]) {
            Drawing.line
            element("h2") { "No metrics yet" }
            element("p") { "They are listed after the first import of health data." }
            element("div", ["class": "row"]) {
                element("a", ["class": "button main", "href": "/import"]) { "Import export.zip" }
            }
        }
    }

    /// The kinds of metrics by the way their days are totalled.
    private enum Group: String, CaseIterable {
        case cumulative, duration, discrete

        init(of metric: Insights.Metric) { self = Group(rawValue: metric.kind) ?? .discrete }

        var heading: String {
            switch self {
            case .cumulative: "Totals by day"
            case .duration: "Durations"
            case .discrete: "Measurements"
            }
        }
    }

    private func groupCard(
        _ group: Group, _ metrics: [(metric: Insights.Metric, title: String)]
    ) -> HTML {
        element(
            "section",
            [
                "class": "card", "aria-labelledby": "card-\(group.rawValue)",
                "data-fragment": "metrics-\(group.rawValue)",
            ]
        ) {
            element("header") {
                element("h2", ["id": "card-\(group.rawValue)"]) { group.heading }
            }
            element("ul", ["class": "rows"]) {
                for (metric, title) in metrics {
                    element("li", ["class": MetricTitle.tone(metric.metric).className]) {
                        element("div") {
                            element(
                                "a", ["href": "/trends/\(URLText.encoded(metric.metric))"]
                            ) { title }
                            element("p", ["class": "soft small"]) { detail(of: metric) }
                        }
                        element("span", ["class": "soft small"]) {
                            metric.lastDay.map { "until \($0)" } ?? ""
                        }
                    }
                }
            }
        }
    }

    private var activityCard: HTML {
        element(
            "section",
            [
                "class": "card", "aria-labelledby": "card-activities",
                "data-fragment": "metrics-activities",
            ]
        ) {
            element("header") { element("h2", ["id": "card-activities"]) { "Activities" } }
            element("ul", ["class": "rows"]) {
                for activity in foundActivities {
                    element("li") {
                        element("div") {
                            element(
                                "a",
                                ["href": "/trends/\(URLText.encoded("activity:\(activity.name)"))"]
                            ) { activity.name }
                        }
                        element("span", ["class": "soft small"]) { activity.unit ?? "" }
                    }
                }
            }
        }
    }

    private func detail(of metric: Insights.Metric) -> String {
        var parts = [NumberText.count(metric.samples, "sample")]
        if !metric.unit.isEmpty, metric.unit != "count" { parts.insert(metric.unit, at: 0) }
        if !metric.sources.isEmpty { parts.append(metric.sources.joined(separator: ", ")) }
        return parts.joined(separator: ", ")
    }
}
