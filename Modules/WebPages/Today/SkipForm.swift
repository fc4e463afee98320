import CivilTime
import Tracker

/// The form that skips an item of a day for a reason: in a dialog of the page that scripts open, and on a
/// page of its own without them.
struct SkipForm {
    let day: CivilDate
    let visitor: Visitor
    /// The item to skip; nil: the script sets it.
    var item: (change: ItemChange, name: String)?

    private static let reasons = [
        "Injury", "Weather", "Sick", "Not feeling well", "Gym closed", "Other",
    ]

    /// The address of the page of an item.
    static func path(_ day: CivilDate, _ item: ItemChange) -> String {
        let text = item.text.utf8.map { $0 == UInt8(ascii: " ") ? UInt8(ascii: "+") : $0 }
        return "/day/\(day)/skip?\(ItemChange.field)=\(String(decoding: text, as: UTF8.self))"
    }

    /// The dialog, which is on the page once for all items.
    var dialog: HTML {
        element("dialog", ["id": "skip", "aria-labelledby": "skip-title", "popover": ""]) {
            form
            element("form", ["method": "dialog", "class": "row"]) {
                button("Cancel", class: "button quiet")
            }
        }
    }

    var page: Page {
        Page(
            "Skip \(item?.name ?? "an item")", in: .today,
            content: element("section", ["class": "card"]) { form })
    }

    private var form: HTML {
        WebPages.form(
            "/day/\(day)/skip", visitor, class: "stack skip-form",
            fields: [ItemChange.field: item?.change.text ?? ""],
            queue: item.map { "\($0.name), skipped" }
        ) {
            element("h2", ["id": "skip-title"]) { "Skip \(item?.name ?? "")" }
            element("fieldset", ["class": "reasons"]) {
                element("legend", ["class": "visually-hidden"]) { "Reason" }
                for reason in Self.reasons {
                    element("label", ["class": "pick"]) {
                        element(
                            "input",
                            [
                                "type": "radio", "name": "reason", "value": reason,
                                "checked": reason == Self.reasons.last ? "" : nil,
                                "autofocus": item == nil && reason == Self.reasons.last ? "" : nil,
                            ])
                        element("span") { reason }
                    }
                }
            }
            labelled("Own words", for: "skip-note") {
                element("input", ["id": "skip-note", "name": "note", "type": "text"])
            }
            smallText("A skipped day does not end the streak and is left out of the score.")
            button("Skip", class: "button main")
        }
    }
}
