import CivilTime
import Contracts
import Presentation
import Tracker

/// One activity of the list, with its last days and a menu of changes.
struct ActivityRow {
    let item: Activities.Item
    /// The start of all identifiers: an activity of several parts of the day has several rows.
    let prefix: String
    /// The streaks; nil: an activity without streaks.
    let streak: Statistics.Streak?
    /// The days of the heat map; empty: not listed.
    let days: [Statistics.HeatDay]
    let today: CivilDate
    /// The containers of the profile.
    let containers: [Activities.Item]
    let filter: ActivityFilter
    let visitor: Visitor

    /// The number of days that have a dot.
    static let dayCount = 14

    private var id: String { prefix + item.id.rawValue }
    private var path: String { "/activities/\(item.id)" }

    var html: HTML {
        element("li", ["id": "row-\(id)", "data-activity": item.id.rawValue]) {
            element("div") {
                element("a", ["href": path, "id": "open-\(id)"]) { item.name }
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
        return streak.map { NumberText.days($0.current) } ?? ""
    }

    private var order: HTML {
        element("div", ["class": "item-order"]) {
            for (direction, arrow) in [("up", "↑"), ("down", "↓")] {
                form(
                    "\(path)/order", visitor, fields: ["direction": direction],
                    queue: "\(item.name), moved \(direction)"
                ) {
                    filter.hiddenFields
                    element(
                        "button",
                        [
                            "class": "button quiet square", "id": "\(direction)-\(id)",
                            "aria-label": "Move \(item.name) \(direction)",
                        ]
                    ) { arrow }
                }
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
                element("a", ["class": "button", "id": "edit-\(id)", "href": "\(path)/edit"]) {
                    "Edit"
                }
                change(item.pausedSince == nil ? "pause" : "resume")
                if item.type == .container {
                    change("dissolve")
                } else {
                    container
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
        ActivityParts.button(
            Self.titles[name] ?? name, to: "\(path)/\(name)", visitor, id: "\(name)-\(id)",
            class: style, fields: filter.hiddenFields)
    }

    /// The choice of the container; nothing without containers.
    private var container: HTML? {
        guard !containers.isEmpty, item.pausedSince == nil, !item.schedule.isReminder else {
            return nil
        }
        return form("\(path)/move", visitor, class: "stack tight") {
            filter.hiddenFields
            element("div", ["class": "field"]) {
                element("label", ["for": "container-\(id)"]) { "In group" }
                element("select", ["id": "container-\(id)", "name": "container"]) {
                    element("option", ["value": ""]) { "None" }
                    for container in containers {
                        element(
                            "option",
                            [
                                "value": container.id.rawValue,
                                "selected": container.name == item.container ? "" : nil,
                            ]
                        ) { container.name }
                    }
                }
            }
            element("button", ["class": "button", "id": "move-\(id)"]) { "Move" }
        }
    }
}
