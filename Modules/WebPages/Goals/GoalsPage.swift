import Contracts
import Presentation

/// The list of goals, with the weight first.
struct GoalsPage {
    let goals: [Goals.Goal]
    let weight: WeightSummary
    let visitor: Visitor
    /// The form that a service rejected; nil: none.
    var posted: FormInput?

    func page(toast: HTML) -> Page {
        var page = Page("Goals", in: .goals, content: content)
        page.topics = [.goals, .weight, .entries, .activities, .milestone]
        page.script = "picture"
        page.toast = toast
        page.celebration = weight.celebration(visitor, back: "goals")
        if posted != nil { page.status = 422 }
        return page
    }

    private var isEmpty: Bool { goals.isEmpty && !weight.hasEntries && weight.milestones == nil }

    @HTMLBuilder private var content: HTML {
        head
        if isEmpty, posted == nil {
            empty
        } else {
            WeightCard(summary: weight, visitor: visitor, posted: posted)
            element("div", ["class": "columns even", "data-fragment": "goals"]) {
                for goal in goals { GoalCard(goal: goal, visitor: visitor).html }
            }
        }
    }

    private var head: HTML {
        pageHead("Goals", lead: goals.isEmpty ? nil : .text(summary), fragment: "goals-head") {
            if !goals.isEmpty {
                anchor("New goal", to: "/goals/new", class: "button main")
            }
        }
    }

    /// The number of goals by state, such as `4 goals, 1 on hold, 1 overdue.`
    private var summary: String {
        var parts = [NumberText.count(goals.count, "goal")]
        let paused = goals.filter(\.paused).count
        let overdue = goals.filter(\.isOverdue).count
        if paused > 0 { parts.append("\(paused) on hold") }
        if overdue > 0 { parts.append("\(overdue) overdue") }
        return parts.joined(separator: ", ") + "."
    }

    private var empty: HTML {
        emptyCard(
            "No goals yet", "A goal links activities and measurements. A deadline is optional.",
            fragment: "weight", links: [("New goal", "/goals/new"), ("Log a weight", "/weight")])
    }
}
