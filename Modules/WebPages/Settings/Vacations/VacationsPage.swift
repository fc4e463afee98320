import CivilTime
import Contracts
import Presentation

/// The vacations of the profile, with a form that adds one.
struct VacationsPage {
    /// The name of the form in the posted fields.
    static let formName = "vacation"

    /// The ranges of vacation days, earliest first.
    let vacations: [Vacations.Vacation]
    /// The form of a new vacation, as typed if it was refused.
    let input: FormInput
    let visitor: Visitor

    func page(toast: HTML) -> Page {
        Page(
            "Vacations", in: .settings, status: input.isValid ? 200 : 422,
            topics: [.activities, .entries], toast: toast, content: content)
    }

    private var content: HTML {
        element("div", ["class": "stack narrow-page"]) {
            pageHead(
                "Vacations", crumbs: [("Settings", "/settings")],
                lead: "Days on which open activities are skipped and none is missed.")
            card("vacation-new", "New vacation") { addition }
            card("vacations", "Vacations") {
                if vacations.isEmpty {
                    element("p", ["class": "soft"]) { "There is no vacation." }
                } else {
                    rowList(vacations.reversed().map(row))
                }
            }
        }
    }

    private func row(_ vacation: Vacations.Vacation) -> HTML {
        element("li", ["id": "vacation-\(vacation.from)"]) {
            rowText(.text(vacation.daysText), vacation.lengthText)
            form(
                "\(VacationRoutes.path)/remove", visitor,
                fields: ["from": "\(vacation.from)", "to": "\(vacation.to)"]
            ) {
                button(
                    "Remove", class: "button small", id: "vacation-remove-\(vacation.from)",
                    label: "Remove the vacation \(vacation.daysText)")
            }
        }
    }

    private var addition: HTML {
        form(VacationRoutes.path, visitor, class: "stack") {
            input.note
            element("div", ["class": "fields"]) {
                InputField(
                    "First day", id: "vacation-from", name: "from", type: "date", in: input)
                InputField(
                    "Last day", id: "vacation-to", name: "to", type: "date",
                    hint: "Empty for one day.", in: input)
            }
            buttonRow("Add", class: "button main", id: "vacation-add")
        }
    }
}

extension Vacations.Vacation {
    /// The first day, and the last one if it is another.
    fileprivate var daysText: String {
        from == to ? from.fullText : "\(from.fullText) to \(to.fullText)"
    }

    fileprivate var lengthText: String { NumberText.count(from.distance(to: to) + 1, "day") }
}
