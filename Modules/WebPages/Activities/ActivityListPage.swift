import CivilTime
import Contracts
import Presentation
import Tracker

/// The list of activities under headings, with their last days.
struct ActivityListPage {
    /// All activities in list order.
    let activities: [Activities.Item]
    let agenda: Journal.TodayResponse
    /// The streaks by name of the activity.
    let streaks: [String: Statistics.Streak]
    /// The names of the categories in list order.
    let categories: [String]
    /// The days of the heat maps of the listed activities.
    let days: [Activity.ID: [Statistics.HeatDay]]
    let filter: ActivityFilter
    let groupForm: GroupForm
    let visitor: Visitor

    func page(toast: HTML) -> Page {
        Page(
            "Activities", in: .activities, topics: [.entries, .activities],
            script: filter.isReordering ? "activities" : nil, toast: toast, content: content)
    }

    @HTMLBuilder private var content: HTML {
        head
        element("div", ["class": "stack wide", "data-fragment": "activities"]) {
            if activities.isEmpty {
                empty
            } else {
                filters
                if shown.isEmpty { nothingFound }
                for section in sections { groupCard(section.title, section.items) }
                if candidates.count > 1 { groupCard }
            }
        }
        ActivityRow.form(filter, visitor)
    }

    private var shown: [Activities.Item] { activities.filter { filter.contains($0) } }

    private var head: HTML {
        pageHead(
            "Activities", lead: activities.isEmpty ? nil : .text(lead), fragment: "activities-head"
        ) {
            element("div", ["class": "row"]) {
                anchor("Trash", to: "/activities/trash", class: "button quiet", id: "trash")
                anchor("Templates", to: TemplateRoutes.path, class: "button quiet", id: "templates")
                if !activities.isEmpty {
                    anchor("Two weeks", to: "/week", class: "button quiet", id: "week")
                }
                if !activities.isEmpty {
                    anchor("New activity", to: "/activities/new", class: "button main", id: "new")
                }
            }
        }
    }

    private var lead: String {
        let paused = activities.filter { $0.pausedSince != nil }.count
        let count = NumberText.count(activities.count, "activity", "activities")
        let due =
            Set(
                (agenda.slots.flatMap(\.items) + agenda.completed + agenda.skipped).map(\.id)
            ).count
        return "\(count)\(paused == 0 ? "" : ", \(paused) paused"). "
            + (due == 0 ? "Nothing is due today." : "\(due) \(due == 1 ? "is" : "are") due today.")
    }

    private var empty: HTML {
        emptyCard(
            "No activity yet",
            "An activity is something you plan: a task, an amount, or a measurement.",
            links: [("New activity", "/activities/new")])
    }

    private var nothingFound: HTML {
        element("section", ["class": "card empty", "aria-labelledby": "none-title"]) {
            Drawing.line
            element("h2", ["id": "none-title"]) { "No activity matches" }
            element("div", ["class": "row"]) {
                anchor("Show all", to: "/activities", class: "button")
            }
        }
    }

    private var filters: HTML {
        element("div", ["class": "row apart"]) {
            ActivityParts.segments(
                "Group by",
                ActivityFilter.Group.allCases.map { value in
                    (
                        value.title,
                        filter.with {
                            $0.group = value; $0.isReordering = false
                        }.path(),
                        value == filter.group && !filter.isReordering
                    )
                } + [
                    (
                        "Order", filter.with { $0.isReordering = true }.path(), filter.isReordering
                    )
                ])
            ActivityParts.segments(
                "Show",
                ActivityFilter.State.allCases.map { value in
                    (value.title, filter.with { $0.state = value }.path(), value == filter.state)
                })
            element("form", ["method": "get", "action": "/activities", "class": "row"]) {
                filter.with { $0.search = "" }.hiddenFields
                element("label", ["class": "visually-hidden", "for": "search"]) {
                    "Search activities"
                }
                element(
                    "input",
                    [
                        "id": "search", "name": "q", "type": "search", "placeholder": "Search",
                        "value": filter.search.isEmpty ? nil : filter.search,
                    ])
            }
        }
    }

    /// The headings with their activities. A child is listed below its container.
    private var sections: [(title: String, items: [Activities.Item])] {
        if filter.isReordering { return [("Order of lists", shown)] }
        switch filter.group {
        case .name:
            let items = shown.sorted { $0.name.lowercased() < $1.name.lowercased() }
            return items.isEmpty ? [] : [("By name", items)]
        case .slot:
            return Slot.allCases.map { slot in
                (slot.heading, shown.filter { $0.slots.contains(slot) })
            }.filter { !$0.items.isEmpty }
        case .category:
            let containers = Dictionary(
                activities.filter { $0.type == .container }.map { ($0.name, $0.category) },
                uniquingKeysWith: { first, _ in first })
            let groups = Dictionary(grouping: shown) { item in
                item.container.flatMap { containers[$0] } ?? item.category
            }
            return (categories.map(Optional.some) + [nil]).compactMap { category in
                groups[category].map { (category ?? "No category", $0) }
            }
        }
    }

    private var hasContainers: Bool { activities.contains { $0.type == .container } }

    private func groupCard(_ title: String, _ items: [Activities.Item]) -> HTML {
        let name = "group-\(ActivityParts.identifier(title))"
        let hasContainers = hasContainers
        return card(
            name, title, aside: element("span", ["class": "soft small"]) { "\(items.count)" }
        ) {
            element("ul", ["class": "rows activity-rows"]) {
                for item in items {
                    ActivityRow(
                        item: item, prefix: filter.group == .slot ? "\(name)-" : "",
                        streak: streaks[item.name], days: days[item.id] ?? [],
                        today: agenda.date,
                        hasContainers: hasContainers, filter: filter)
                }
            }
        }
    }

    /// The activities that a new container can have.
    private var candidates: [Activities.Item] {
        activities.filter {
            $0.container == nil && $0.type != .container && $0.pausedSince == nil
                && !$0.schedule.isReminder
        }
    }

    private var groupCard: HTML {
        GroupCard(
            form: groupForm, candidates: candidates, categories: categories, filter: filter,
            visitor: visitor
        ).html
    }
}
