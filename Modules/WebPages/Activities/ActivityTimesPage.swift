import Contracts
import Tracker

/// The reminder times of an activity: those to do the activity, and those to log it.
struct ActivityTimesPage {
    /// The purpose of reminders. Each kind has times and a form of its own.
    enum Kind: String, CaseIterable {
        case doing, logging

        fileprivate var heading: String {
            self == .doing ? "Reminders to do it" : "Reminders to log it"
        }
    }

    let item: Activities.Item
    /// The reminder times of all activities.
    let all: [Notifications.ActivityTimes]
    /// The form as typed if it was refused.
    let posted: FormInput?
    let visitor: Visitor

    static func path(of id: String) -> String { "/activities/\(id)/reminders" }

    private var path: String { Self.path(of: item.id.rawValue) }

    /// The times of a kind as `HH:MM`, ascending.
    func times(_ kind: Kind) -> [String] {
        all.first { $0.id == item.id && $0.isForLogging == (kind == .logging) }?.times ?? []
    }

    func page(toast: HTML) -> Page {
        var page = Page("Reminder times of \(item.name)", in: .activities, content: content)
        page.topics = [.settings, .activities]
        page.toast = toast
        if posted?.isValid == false { page.status = 422 }
        return page
    }

    private var content: HTML {
        element("div", ["class": "stack narrow-page", "data-fragment": "activity-times"]) {
            pageHead(
                "Reminder times",
                crumbs: [("Activities", "/activities"), (item.name, "/activities/\(item.id)")],
                lead:
                    "Reminders are sent while the activity is due and open, on every channel of the profile."
            )
            for kind in Kind.allCases {
                card("times-\(kind.rawValue)", kind.heading, isFragment: false) { fields(kind) }
            }
            element("p") {
                element("a", ["href": NotificationRoutes.path]) {
                    "Channels and what is sent next"
                }
            }
        }
    }

    private func fields(_ kind: Kind) -> HTML {
        let input = FormInput.posted(posted, kind.rawValue)
        let stored = times(kind)
        return form(path, visitor, class: "stack", fields: ["kind": kind.rawValue]) {
            Revision.input(input.typed(Revision.field) ?? Revision.of(stored))
            input.note
            InputField(
                "Times", id: "times-\(kind.rawValue)", name: "times",
                value: stored.joined(separator: ", "),
                hint: "Such as 08:00, 21:30. Empty: no reminder.", in: input
            ).html
            element("div", ["class": "row"]) {
                element("button", ["class": "button main", "id": "times-save-\(kind.rawValue)"]) {
                    "Save"
                }
            }
        }
    }
}
