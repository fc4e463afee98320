import CivilTime
import Contracts
import Presentation
import Tracker

/// One activity of the list, with its last days and a menu of changes.
struct ActivityRow: HTMLPart {
    let item: Activities.Item
    /// The start of all identifiers: an activity of several parts of the day has several rows.
    let prefix: String
    /// The streaks; nil: an activity without streaks.
    let streak: Statistics.Streak?
    /// The days of the heat map; empty: not listed.
    let days: [Statistics.HeatDay]
    let today: CivilDate
    /// True if the profile has containers.
    let hasContainers: Bool
    let filter: ActivityFilter

    /// The number of days that have a dot.
    static let dayCount = 14

    private var id: String { prefix + item.id.rawValue }
    private var path: String { "/activities/\(item.id)" }

    var html: HTML {
        taggedElement("li", ["id": "row-\(id)", "data-activity": item.id.rawValue]) {
            element("div") {
                anchor(item.name, to: path, id: "open-\(id)")
                element("p", ["class": "soft small"]) {
                    item.summary + (item.container.map { ", in \($0)" } ?? "")
                }
            }
            element("div", ["class": "stack tight"]) {
                element("div") { marks }
                element("div", ["class": "row apart one-line"]) {
                    element("p", ["class": "small soft"]) { state }
                    if filter.isReordering { order } else { menu }
                }
            }
        }
    }

    private var marks: HTML {
        if item.pausedSince != nil {
            return element("span", ["class": "badge"]) { "paused" }
        }
        if item.schedule.isReminder {
            return element("span", ["class": "badge"]) { "reminder" }
        }
        return days.isEmpty ? .empty : days.last(Self.dayCount, through: today).dots
    }

    private var state: String {
        if let since = item.pausedSince { return "paused since \(since.text(near: today))" }
        if item.schedule.isReminder {
            return item.doneOn.map { "done on \($0.text(near: today))" } ?? "open"
        }
        return streak.map { NumberText.streak($0.current, $0.unit) } ?? ""
    }

    private var order: HTML {
        element("div", ["class": "item-order"]) {
            element("span", ["class": "handle js-only", "aria-hidden": "true"]) { "⠿" }
            for (direction, arrow) in [("up", "↑"), ("down", "↓")] {
                element(
                    "button",
                    [
                        "form": Self.formID, "formaction": "\(path)/order", "name": "direction",
                        "value": direction, "class": "button quiet square",
                        "id": "\(direction)-\(id)", "aria-label": "Move \(item.name) \(direction)",
                        "data-queue": "\(item.name), moved \(direction)",
                    ]
                ) { arrow }
            }
        }
    }

    private var menu: HTML {
        element("details", ["class": "menu", "id": "menu-\(id)"]) {
            element(
                "summary",
                ["class": "button quiet square", "aria-label": "Change \(item.name)"]
            ) { "…" }
            element("div", ["class": "sheet"]) {
                anchor("Edit", to: "\(path)/edit", class: "button", id: "edit-\(id)")
                change(item.pausedSince == nil ? "pause" : "resume")
                if item.type == .container {
                    change("dissolve")
                } else if hasContainers, item.pausedSince == nil, !item.schedule.isReminder {
                    anchor(
                        "Move to a group", to: filter.path(below: "\(path)/move"), class: "button",
                        id: "move-\(id)")
                }
                change("delete", class: "button bad")
            }
        }
    }

    private static let titles = [
        "pause": "Pause", "resume": "Resume", "dissolve": "Dissolve the group",
        "delete": "Move to the trash",
    ]

    private func change(_ name: String, class style: String = "button") -> HTML {
        element(
            "button",
            [
                "form": Self.formID, "formaction": "\(path)/\(name)", "class": style,
                "id": "\(name)-\(id)",
            ]
        ) { Self.titles[name] ?? name }
    }

    private static let formID = "row-changes"

    /// The form of the buttons of all rows, without a visible part. A form in each row would be half of a
    /// long page.
    static func form(_ filter: ActivityFilter, _ visitor: Visitor) -> HTML {
        element(
            "form",
            ["method": "post", "action": "/activities", "id": formID, "data-enhance": ""]
        ) {
            formToken(visitor)
            FormKey.field
            filter.hiddenFields
        }
    }
}
