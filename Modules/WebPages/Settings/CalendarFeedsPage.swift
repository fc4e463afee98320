import Contracts
import Presentation
import RPC
import Tracker

/// The calendar feeds of the profile, with a form that creates one.
struct CalendarFeedsPage {
    let feeds: [WebAccess.Feed]
    /// The names of the categories.
    let categories: [String]
    /// The feed that the form created, whose address is shown once; nil: none.
    var created: WebAccess.NewFeedResponse?
    /// The reason why the form was refused; nil: it was not.
    var problem: Status?
    /// The name in a refused form.
    var typedName = ""
    let visitor: Visitor

    private static let nameLimit = "64"

    var page: Page {
        Page(
            "Calendar feeds", in: .settings, status: problem?.refusalCode ?? 200,
            topics: [.settings], script: created != nil ? CopyField.script : nil, content: content)
    }

    @HTMLBuilder private var content: HTML {
        pageHead(
            "Calendar feeds", crumbs: [("Settings", "/settings")],
            lead:
                "Addresses from which calendar programs read the plans. Everyone who has an address can read them, until the feed is revoked."
        )
        if let created { address(created) }
        card("feeds", "Feeds", isFragment: false) {
            if feeds.isEmpty {
                element("p", ["class": "soft"]) { "There is no calendar feed yet." }
            } else {
                rowList(feeds.enumerated().map { row($1, number: $0) })
            }
        }
        card("feed-new", "New feed", isFragment: false) { addition }
    }

    /// The address of a new feed, in a field that is easy to copy from.
    private func address(_ created: WebAccess.NewFeedResponse) -> HTML {
        card("feed-created", "The address of \(created.name)", isFragment: false) {
            CopyField(
                label: "Add it to a calendar program as a subscription. It is not shown again.",
                id: "feed-url", text: created.url)
        }
    }

    private func row(_ feed: WebAccess.Feed, number: Int) -> HTML {
        let use = feed.usedAt.map { "read \(InstantText.day($0))" } ?? "not read yet"
        let content = feed.categories?.joined(separator: ", ") ?? "all activities"
        return element("li") {
            rowText(
                HTML.text(feed.name),
                "\(Self.title(feed.detail)), \(content), created \(InstantText.day(feed.createdAt)), \(use)"
            )
            form(CalendarFeedRoutes.path + "/revoke", visitor, fields: ["name": feed.name]) {
                button(
                    "Revoke", class: "button small bad", id: "feed-revoke-\(number)",
                    label: "Revoke the feed \(feed.name)")
            }
        }
    }

    /// A form without the script, since its answer is shown only once.
    private var addition: HTML {
        element("form", ["method": "post", "action": CalendarFeedRoutes.path, "class": "stack"]) {
            formToken(visitor)
            FormKey.field
            element("div", ["class": "fields"]) {
                labelled("Name, such as the program that reads it", for: "feed-name") {
                    element(
                        "input",
                        [
                            "id": "feed-name", "name": "name", "type": "text",
                            "value": typedName, "maxlength": Self.nameLimit,
                            "autocomplete": "off", "placeholder": "calendar",
                            "aria-invalid": problem == nil ? nil : "true",
                            "aria-describedby": problem == nil ? nil : "feed-error",
                        ])
                    if let problem {
                        element("span", ["class": "error", "id": "feed-error"]) {
                            problem.description
                        }
                    }
                }
                labelled("Details", for: "feed-detail") {
                    element("select", ["id": "feed-detail", "name": "detail"]) {
                        for detail in CalendarDetail.allCases {
                            element("option", ["value": detail.rawValue]) { Self.title(detail) }
                        }
                    }
                }
                labelled("Activities", for: "feed-category") {
                    element("select", ["id": "feed-category", "name": "category"]) {
                        element("option", ["value": ""]) { "All, vacations and deadlines" }
                        for name in categories {
                            element("option", ["value": name]) { name }
                        }
                    }
                }
            }
            buttonRow("Create", class: "button main", id: "feed-add")
        }
    }

    private static func title(_ detail: CalendarDetail) -> String {
        switch detail {
        case .full: "All details"
        case .names: "Names only"
        case .busy: "Busy times only"
        }
    }
}
