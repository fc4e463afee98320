import Contracts
import Presentation

/// A goal of the list, with its progress and the state of its deadline.
struct GoalCard {
    let goal: Goals.Goal
    let visitor: Visitor

    private var name: String { "goal-\(goal.id)" }

    var html: HTML {
        element(
            "section",
            [
                "class": "card", "id": "card-\(goal.id)", "aria-labelledby": name,
                "data-fragment": name,
            ]
        ) {
            element("header") {
                element("h3", ["id": name]) { anchor(goal.title, to: goal.path) }
                goal.badge
            }
            consistency
            for metric in goal.metrics { progress(metric) }
            if goal.activities.isEmpty, goal.metrics.isEmpty {
                element("p", ["class": "soft"]) { "No activity is linked yet." }
            }
            if let reason = goal.pauseText { element("p", ["class": "soft"]) { reason } }
            element("div", ["class": "row"]) {
                goal.pauseForm(visitor, back: "list", class: "button small")
            }
        }
    }

    private var consistency: HTML? {
        guard let consistency = goal.consistency else { return nil }
        return element("div", ["class": "row apart"]) {
            // The days of several activities have no common mark.
            if let activity = goal.activities.first, goal.activities.count == 1 {
                MarkDots(activity: activity.activity, days: activity.days).html
            }
            element("span") {
                element("b") { NumberText.share(consistency) }
                " "
                element("span", ["class": "soft small"]) { "of 14 days" }
            }
        }
    }

    private func progress(_ metric: Goals.Metric) -> HTML {
        element("div", ["class": "stack tight"]) {
            element("div", ["class": "row apart small"]) {
                element("span") { metric.heading }
                element("span", ["class": "soft"]) {
                    if let baseline = metric.baseline {
                        NumberText.entered(baseline)
                        Self.arrow("to")
                    }
                    element("b") { metric.latest.map { NumberText.entered($0) } ?? "no value" }
                    if let target = metric.target {
                        Self.arrow("target")
                        NumberText.entered(target)
                    }
                }
            }
            if let share = metric.progress { shareBar(share, metric.progressLabel(share)) }
        }
    }

    /// An arrow with a word for screen readers.
    @HTMLBuilder private static func arrow(_ word: String) -> HTML {
        " "
        element("span", ["aria-hidden": "true"]) { "→" }
        element("span", ["class": "visually-hidden"]) { word }
        " "
    }
}
