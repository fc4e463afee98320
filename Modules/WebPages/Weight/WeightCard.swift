import Contracts
import Presentation

/// The weight on the page of goals: the form, the trend and the milestones.
struct WeightCard: HTMLPart {
    let summary: WeightSummary
    let visitor: Visitor
    let posted: FormInput?

    /// The days that the picture shows.
    private static let daysShown = 120

    var html: HTML {
        element(
            "section",
            ["class": "card", "aria-labelledby": "weight-title", "data-fragment": "weight"]
        ) {
            element("header") {
                element("h2", ["id": "weight-title"]) {
                    anchor("Weight", to: "/weight")
                }
                WeightLogForm(
                    unit: summary.unit, today: summary.today, back: "goals", visitor: visitor,
                    posted: posted)
            }
            if let milestones = summary.milestones {
                element("div", ["class": "with-aside wide-aside"]) {
                    element("div", ["class": "stack"]) { trend }
                    element("div", ["class": "stack"]) {
                        ProgressToMilestone(milestones: milestones).html
                        MilestoneList(milestones: milestones)
                    }
                }
            } else {
                element("div", ["class": "stack"]) { trend }
            }
        }
    }

    private var trend: HTML {
        WeightTrend(summary: summary, dayCount: Self.daysShown).html
    }
}
