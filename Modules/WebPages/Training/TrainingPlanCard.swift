import Contracts
import Presentation

/// A plan with its days.
struct TrainingPlanCard {
    let plan: Training.Plan

    var html: HTML {
        card("plan-\(plan.id)", plan.name, note: "\(plan.type), \(plan.status)") {
            if plan.days.isEmpty {
                element("p", ["class": "soft"]) { "The plan has no days." }
            } else {
                rowList(plan.days.map(row))
            }
            element("div", ["class": "row"]) {
                anchor(
                    "Edit", to: TrainingPlanRoutes.path(of: plan), class: "button small",
                    id: "plan-edit-\(plan.id)", label: "Edit the training plan \(plan.name)")
            }
        }
    }

    private func row(_ day: Training.PlanDay) -> HTML {
        let exercises = day.exercises.map(\.text)
        return element("li") {
            rowText(
                .text(day.title), exercises.isEmpty ? nil : exercises.joined(separator: ", "))
            element("span", ["class": "soft"]) { day.rest ? "rest" : day.label }
        }
    }
}
