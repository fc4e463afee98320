import CivilTime
import Milestones

/// The form of one line that logs the weight of the current day.
struct WeightLogForm: HTMLPart {
    /// The unit of numbers without a unit.
    let unit: WeightUnit
    let today: CivilDate
    /// The page after the change, `weight` or `goals`.
    let back: String
    /// The selection of the page, which the answer has again.
    var selection = WeightSelection()
    let visitor: Visitor
    /// The form that a service rejected; nil: none.
    let posted: FormInput?

    static let name = "log"

    private var input: FormInput {
        posted.flatMap { $0.form == Self.name ? $0 : nil } ?? FormInput(Self.name)
    }

    var html: HTML {
        let problem = input.problems["value"] ?? input.problem
        return form(
            "/weight", visitor, class: "row",
            fields: [
                "form": Self.name, "unit": unit.rawValue, "on": "\(today)", "back": back,
            ], queue: "Weight"
        ) {
            selection.hiddenFields
            element("label", ["class": "visually-hidden", "for": "weight-value"]) {
                "Weight in \(unit.rawValue)"
            }
            element(
                "input",
                [
                    "id": "weight-value", "class": "short", "name": "value",
                    "inputmode": "decimal", "autocomplete": "off", "placeholder": unit.rawValue,
                    "value": input.typed("value"), "required": "",
                    "aria-invalid": problem == nil ? nil : "true",
                    "aria-describedby": problem == nil ? nil : "weight-value-error",
                ])
            button("Log", class: "button main", id: "log-weight")
            if let problem {
                element("span", ["class": "bad small", "id": "weight-value-error"]) { problem }
            }
        }
    }
}
