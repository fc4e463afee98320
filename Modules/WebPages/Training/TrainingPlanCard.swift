import CivilTime
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
        }
    }

    private func row(_ day: Training.PlanDay) -> HTML {
        let name =
            (1...7).contains(day.weekday)
            ? weekdayNames[day.weekday - 1] : "Day \(day.weekday)"
        let exercises = day.exercises.map(\.text)
        return element("li") {
            rowText(
                .text(name), exercises.isEmpty ? nil : exercises.joined(separator: ", "))
            element("span", ["class": "soft"]) { day.rest ? "rest" : day.label }
        }
    }
}
