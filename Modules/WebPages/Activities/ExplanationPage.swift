import CivilTime
import Contracts

/// The rules that decided the state of an activity on a day.
struct ExplanationPage {
    /// The identifier of the activity.
    let id: String
    let explanation: Journal.ExplainResponse

    private static let verdicts = [
        "notCreatedYet": "Not created yet", "paused": "Paused",
        "passive": "Only read from health data", "notDue": "Not due", "open": "Due, and open",
        "completed": "Completed", "skipped": "Skipped", "carried": "Carried over, and open",
    ]
    private static let rules = [
        "created": "Created", "available": "Available", "configuration": "Configuration",
        "container": "Group", "passive": "Only read", "due": "Due", "carried": "Carried over",
        "complete": "Complete", "skipped": "Skipped", "vacation": "Vacation", "streak": "Streak",
    ]

    private var path: String { "/activities/\(id)" }

    var page: Page {
        Page(
            "Why: \(explanation.name)", in: .activities, topics: [.entries, .activities],
            content: content)
    }

    @HTMLBuilder private var content: HTML {
        pageHead(
            Self.verdicts[explanation.verdict] ?? explanation.verdict,
            crumbs: [(explanation.name, path)], lead: .text(explanation.date.fullText),
            fragment: "explanation-head"
        ) {
            element("div", ["class": "row"]) {
                neighbour(explanation.date.advanced(by: -1), "‹", "day-before")
                neighbour(explanation.date.advanced(by: 1), "›", "day-after")
                anchor(
                    "Open the day", to: "/day/\(explanation.date)", class: "button",
                    id: "open-day")
            }
        }
        card("explanation", "Rules in order") {
            element("ul", ["class": "rows"]) {
                for step in explanation.steps { row(step) }
            }
        }
    }

    private func neighbour(_ day: CivilDate, _ arrow: String, _ id: String) -> HTML {
        arrowButton(arrow, to: "\(path)/explain?on=\(day)", id: id, label: day.fullText)
    }

    private func row(_ step: Journal.Rule) -> HTML {
        element("li") {
            element("div") {
                Self.rules[step.rule] ?? step.rule
                element("p", ["class": "soft small"]) { ServiceSentence.localized(step.detail) }
            }
            // The result of the rule of the streak is only in the detail.
            if step.rule != "streak" {
                element("span", ["class": "result"]) { step.holds ? "yes" : "no" }
            }
        }
    }
}
