import Contracts
import Tracker

/// The page on which an activity is moved into a container or out of it.
struct ActivityMovePage {
    let item: Activities.Item
    /// The containers of the profile.
    let containers: [Activities.Item]
    /// The list that is shown after the move.
    let filter: ActivityFilter
    let visitor: Visitor

    var page: Page { Page("Move \(item.name)", in: .activities, content: content) }

    private var content: HTML {
        element("div", ["class": "stack narrow-page"]) {
            pageHead("Move \(item.name)", crumbs: [("Activities", filter.path())])
            card("move", "Group", isFragment: false) {
                form("/activities/\(item.id)/move", visitor, class: "stack") {
                    filter.hiddenFields
                    SelectField(
                        label: "In group", id: "container", name: "container",
                        options: [("", "None")] + containers.map { ($0.id.rawValue, $0.name) },
                        selected: containers.first { $0.name == item.container }?.id.rawValue ?? "",
                        input: FormInput("move"))
                    element("div", ["class": "row"]) {
                        button("Move", class: "button main", id: "move")
                        anchor("Cancel", to: filter.path(), class: "button")
                    }
                }
            }
        }
    }
}
