import CivilTime
import Contracts
import Presentation
import Tracker

/// The heading of the page of an activity, with its changes.
struct ActivityHead: HTMLPart {
    let item: Activities.Item
    let today: CivilDate
    let visitor: Visitor
    /// The form of the amount, as typed with its problem if it was refused.
    var input = FormInput("amount")

    private var path: String { "/activities/\(item.id)" }

    var html: HTML {
        pageHead(
            item.name, crumbs: [("Activities", "/activities")],
            place: item.container ?? item.category, lead: .text(lead), fragment: "activity-head"
        ) {
            element("div", ["class": "row"]) {
                log
                anchor("Edit", to: "\(path)/edit", class: "button", id: "edit")
                menu
            }
        }
    }

    private var lead: String {
        let summary = item.summary.prefix(1).uppercased() + item.summary.dropFirst() + "."
        return summary
            + (item.pausedSince.map { " Paused since \($0.text(near: today))." } ?? "")
    }

    /// The form that logs an entry of the current day; nothing for a container and during a pause.
    private var log: HTML? {
        guard item.pausedSince == nil, item.type != .container, item.measures != .photo,
            item.doneOn == nil
        else { return nil }
        let isCheck = item.type == .checkbox || item.measures == .checkbox
        let message = FieldMessage(id: "log-value", problem: input.problems["value"], hint: nil)
        return form("\(path)/log", visitor, class: "row", queue: "\(item.name), logged") {
            if !isCheck {
                if isText { hidden("text", "1") }
                element(
                    "input",
                    [
                        "class": "short", "id": "log-value", "name": "value",
                        "inputmode": isText ? "text" : "decimal", "autocomplete": "off",
                        "placeholder": isText ? "Answer" : item.unit ?? "Amount",
                        "aria-label": isText
                            ? "Answer of today"
                            : "Amount of today\(item.unit.map { " in \($0)" } ?? "")",
                        // An amount may be empty: the usual one is then added.
                        "required": item.type == .cumulative ? nil : "",
                        "value": input.typed("value"),
                        "aria-invalid": message.isProblem ? "true" : nil,
                        "autofocus": message.isProblem ? "" : nil,
                        "aria-describedby": message.description,
                    ])
            }
            button(isCheck ? "Done today" : "Log", class: "button main", id: "log-now")
            message.html
        }
    }

    private var isText: Bool { item.type == .answer || item.measures == .notes }

    private var menu: HTML {
        element("details", ["class": "menu", "id": "activity-menu"]) {
            element("summary", ["class": "button square", "aria-label": "More actions"]) { "…" }
            element("div", ["class": "sheet"]) {
                if item.pausedSince == nil {
                    change("pause", "Pause")
                } else {
                    change("resume", "Resume")
                }
                if item.type == .container {
                    change("dissolve", "Dissolve the group")
                } else if !item.schedule.isReminder {
                    change("convert", "Make a group of it")
                }
                anchor(
                    "Why is it due today, or not?", to: "\(path)/explain", class: "button",
                    id: "explain")
                anchor(
                    "Reminder times", to: ActivityTimesPage.path(of: item.id.rawValue),
                    class: "button", id: "reminder-times")
                change("delete", "Move to the trash", class: "button bad")
            }
        }
    }

    private func change(_ name: String, _ title: String, class style: String = "button") -> HTML {
        form("\(path)/\(name)", visitor) {
            hidden("page", "activity")
            button(title, class: style, id: "activity-\(name)")
        }
    }
}
