import CivilTime
import Contracts
import Presentation

/// The annotations of the last seven days, with the form that adds one.
struct AnnotationsCard: HTMLPart {
    let annotations: [Statistics.Annotation]
    let today: CivilDate
    let visitor: Visitor
    let input: FormInput

    static let form = "annotation"

    var html: HTML {
        card("annotations", "Annotations") {
            if annotations.isEmpty {
                element("p", ["class": "soft"]) {
                    "There are no annotations of the last seven days."
                }
            } else {
                element("ul", ["class": "rows"]) { for note in annotations { row(note) } }
            }
            WebPages.form("/insights/annotations", visitor, class: "stack") {
                input.note
                InputField(
                    "Annotation", id: "f-text", name: "text", isRequired: true, in: input
                ).html
                element("div", ["class": "fields"]) {
                    InputField(
                        "Day", id: "f-on", name: "on", value: "\(today)", type: "date", in: input)
                    InputField(
                        "About the activity", id: "f-activity", name: "activity",
                        hint: "Its name. Empty: none.", in: input)
                }
                buttonRow("Add", id: "annotate")
            }
        }
    }

    private func row(_ note: Statistics.Annotation) -> HTML {
        element("li", ["id": "annotation-\(note.id)"]) {
            element("div") {
                note.text
                element("p", ["class": "soft small"]) {
                    note.date.longText(near: today)
                    if let activity = note.activity {
                        ", "
                        note.activityID.map { activityLink($0, activity) } ?? .text(activity)
                    }
                }
            }
            WebPages.form("/insights/annotations/\(note.id)", visitor) {
                button(
                    "Delete", class: "button quiet", id: "remove-\(note.id)",
                    label: "Delete the annotation of \(note.date.text(near: today))")
            }
        }
    }
}
