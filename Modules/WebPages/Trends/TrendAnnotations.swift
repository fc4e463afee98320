import CivilTime
import Contracts

/// The annotations on the days of a trend, with a form that adds one.
struct TrendAnnotations {
    let annotations: [Statistics.Annotation]
    let selection: TrendSelection
    let visitor: Visitor
    /// The fields that were typed and refused, with the reason; nil: a new form.
    var refused: Refused?

    struct Refused {
        var date: String
        var text: String
        /// The name of the refused field.
        var field: String
        /// The reason for the refusal.
        var reason: String
    }

    var html: HTML {
        card("annotations", "Annotations") {
            if !annotations.isEmpty {
                rowList(
                    annotations.map { annotation in
                        element("li") {
                            rowText(.text(annotation.text), annotation.date.dayMonthAndYear)
                        }
                    })
            }
            form(selection.path + "/annotations", visitor, class: "stack") {
                for field in selection.fields { hidden(field.name, field.value) }
                element("div", ["class": "fields"]) {
                    FieldRow(
                        label: "Day", name: "date", id: "annotation-day", type: "date",
                        value: refused?.date ?? "", problem: problem("date"))
                    FieldRow(
                        label: "Annotation", name: "text", id: "annotation-text", type: "text",
                        value: refused?.text ?? "", problem: problem("text"))
                }
                buttonRow("Add", class: "button small", id: "annotation-add")
            }
        }
    }

    private func problem(_ field: String) -> String? {
        refused?.field == field ? refused?.reason : nil
    }
}

/// A labelled input with the reason why its value was refused.
struct FieldRow: HTMLPart {
    let label: String
    let name: String
    let id: String
    let type: String
    let value: String
    let problem: String?

    var html: HTML {
        labelled(label, for: id) {
            element(
                "input",
                [
                    "id": id, "name": name, "type": type, "value": value.isEmpty ? nil : value,
                    "aria-invalid": problem.map { _ in "true" },
                    "aria-describedby": problem.map { _ in "\(id)-error" },
                ])
            if let problem {
                element("span", ["class": "error", "id": "\(id)-error"]) { problem }
            }
        }
    }
}
