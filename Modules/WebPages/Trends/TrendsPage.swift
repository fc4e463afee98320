import CivilTime
import Contracts
import Presentation
import RPC
import Tracker

/// The metrics and activities with trends: numbers, then answers, then yes or no with its streaks.
struct TrendsPage {
    let metrics: Result<[Insights.Metric], Status>
    let activities: Result<[Activities.Item], Status>
    /// The streaks of all activities.
    let streaks: Result<[Statistics.Streak], Status>
    /// The text that the names contain; empty: all.
    let search: String

    private static let title = "Progress over time"
    private static let unlisted = "category"

    /// The metrics that have averages.
    private var listed: [(metric: Insights.Metric, title: String)] {
        ((try? metrics.get()) ?? []).filter { $0.kind != Self.unlisted && $0.lastDay != nil }
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

    /// The activities that have trends, by what their entries are.
    private var tracked: [(kind: EntryKind, activity: Activities.Item)] {
        ((try? activities.get()) ?? []).compactMap { activity in
            EntryKind(of: activity).map { ($0, activity) }
        }.sorted { $0.activity.name < $1.activity.name }
    }

    private var foundActivities: [(kind: EntryKind, activity: Activities.Item)] {
        let text = search.lowercased()
        return tracked.filter { text.isEmpty || $0.activity.name.lowercased().contains(text) }
    }

    var page: Page {
        Page(
            Self.title, in: .trends, topics: [.health, .imports, .activities, .entries],
            content: content)
    }

    @HTMLBuilder private var content: HTML {
        pageHead(
            Self.title, lead: listed.isEmpty ? nil : .text(lead), fragment: "trends-head"
        ) {
            element("div", ["class": "row"]) {
                if !isEmpty { searchForm }
                refreshLink(path)
            }
        }
        failures
        if isEmpty {
            if metrics.failure == nil, activities.failure == nil { empty }
        } else if found.isEmpty, foundActivities.isEmpty {
            element("section", ["class": "card empty", "data-fragment": "metrics"]) {
                element("h2") { "Nothing found" }
                element("p") { "No metric or activity has \"\(search)\" in its name." }
                anchor("All metrics", to: "/trends", class: "button")
            }
        } else {
            sections
        }
    }

    private var path: String {
        "/trends" + URLText.query(search.isEmpty ? [] : [("q", search)])
    }

    /// The parts that could not be read.
    @HTMLBuilder private var failures: HTML {
        if let status = metrics.failure {
            partFailure(
                "The list of metrics", status, fragment: "metrics-failure", path: path)
        }
        if let status = activities.failure {
            partFailure(
                "The list of activities", status, fragment: "activities-failure", path: path)
        }
    }

    @HTMLBuilder private var sections: HTML {
        for kind in EntryKind.allCases {
            let activities = foundActivities.filter { $0.kind == kind }.map(\.activity)
            if !activities.isEmpty || kind == .numbers && !found.isEmpty {
                element(
                    "section",
                    [
                        "class": "stack", "aria-labelledby": "trends-\(kind.rawValue)",
                        "data-fragment": "trends-\(kind.rawValue)",
                    ]
                ) {
                    element("h2", ["id": "trends-\(kind.rawValue)"]) { kind.heading }
                    if kind == .streaks, let status = streaks.failure {
                        partFailure(
                            "The list of streaks", status, fragment: "streaks", path: path)
                    }
                    element("div", ["class": "columns packed"]) {
                        if kind == .numbers { metricCards }
                        if !activities.isEmpty { activityCard(kind, activities) }
                    }
                }
            }
        }
    }

    @HTMLBuilder private var metricCards: HTML {
        for group in Group.allCases {
            let metrics = found.filter { Group(of: $0.metric) == group }
            if !metrics.isEmpty { groupCard(group, metrics) }
        }
    }

    private var isEmpty: Bool { listed.isEmpty && tracked.isEmpty }

    /// The kinds of entries of activities, in the order of the sections.
    private enum EntryKind: String, CaseIterable {
        case numbers, answers, streaks

        /// Nil for an activity without a trend: a container, and photos.
        init?(of activity: Activities.Item) {
            switch (activity.type, activity.measures) {
            case (.container, _), (.metric, .photo): return nil
            case (.answer, _), (.metric, .notes): self = .answers
            case (.checkbox, _), (.metric, .checkbox): self = .streaks
            case (.value, _), (.cumulative, _), (.metric, _): self = .numbers
            }
        }

        var heading: String {
            switch self {
            case .numbers: "Numbers"
            case .answers: "Answers"
            case .streaks: "Yes or no"
            }
        }
    }

    private var lead: String {
        let first = listed.compactMap(\.metric.firstDay).min()
        return NumberText.count(listed.count, "metric") + " with data"
            + (first.map { ", from \($0.dayMonthAndYear)" } ?? "") + "."
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
            button("Find")
        }
    }

    private var empty: HTML {
        emptyCard(
            "No metrics yet", "They are listed after the first import of health data.",
            fragment: "metrics", links: [("Import export.zip", "/import")])
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
        element("div", ["class": "card"]) {
            element("h3") { group.heading }
            element("ul", ["class": "rows"]) {
                for (metric, title) in metrics {
                    element("li", ["class": MetricTitle.tone(metric.metric).className]) {
                        element("div") {
                            anchor(title, to: "/trends/\(URLText.encoded(metric.metric))")
                            element("p", ["class": "soft small"]) { detail(of: metric) }
                        }
                        element("span", ["class": "soft small"]) {
                            metric.lastDay.map { "until \($0.dayText)" } ?? ""
                        }
                    }
                }
            }
        }
    }

    private func activityCard(_ kind: EntryKind, _ activities: [Activities.Item]) -> HTML {
        element("div", ["class": "card"]) {
            if kind == .numbers { element("h3") { "Activities" } }
            element("ul", ["class": "rows"]) {
                for activity in activities {
                    element("li") {
                        element("div") {
                            anchor(
                                activity.name,
                                to: "/trends/\(URLText.encoded("activity:\(activity.name)"))")
                        }
                        element("span", ["class": "soft small"]) { detail(of: activity, kind) }
                    }
                }
            }
        }
    }

    private func detail(of activity: Activities.Item, _ kind: EntryKind) -> String {
        guard kind == .streaks else { return activity.unit ?? "" }
        let streak = (try? streaks.get())?.first { $0.id == activity.id }
        return streak.map { "\(NumberText.streak($0.current, $0.unit)) in a row" } ?? ""
    }

    private func detail(of metric: Insights.Metric) -> String {
        var parts = [NumberText.count(metric.samples, "sample")]
        let unit = UnitText.short(metric.unit, of: metric.metric)
        if !unit.isEmpty { parts.insert(unit, at: 0) }
        if !metric.sources.isEmpty { parts.append(metric.sources.joined(separator: ", ")) }
        return parts.joined(separator: ", ")
    }
}
