import Contracts
import RPC
import Tracker

/// The channels of notifications, what was sent and what is sent next and why, and a form that adds this
/// browser.
struct NotificationsPage {
    let list: Notifications.ListResponse
    /// The reminder times of activities, by name.
    let times: [Notifications.ActivityTimes]
    /// The latest deliveries, newest first.
    let history: [Notifications.Delivery]
    let visitor: Visitor
    /// The reason why a form was refused; nil: it was not.
    var problem: Status?
    /// Not nil after a test notification was accepted.
    var tested: String?

    private static let nameLimit = "64"

    var page: Page {
        Page(
            "Notifications", in: .settings, status: problem?.refusalCode ?? 200,
            topics: [.settings], script: "push", content: content)
    }

    @HTMLBuilder private var content: HTML {
        pageHead(
            "Notifications", crumbs: [("Settings", "/settings")],
            lead:
                "Reminders are sent on every channel of the profile while their conditions hold.")
        card("channels", "Channels") {
            if let problem { note(problem) }
            if tested != nil { note(.plain, "The channel accepted a test notification.") }
            if list.channels.isEmpty {
                element("p", ["class": "soft"]) { "There is no channel yet." }
            } else {
                rowList(list.channels.enumerated().map { row($1, number: $0) })
            }
            element("p", ["class": "soft small"]) {
                "Channels for the desktop, mail, chats, ntfy and webhooks are added with: "
                element("code") { "dayline notify add KIND" }
            }
        }
        card("push", "This browser", isFragment: false) { addition }
        card("next", "Sent next") { next }
        card("activity-times", "Reminder times of activities") { activityTimes }
        card("history", "Sent before") { deliveries }
    }

    private func row(_ channel: Notifications.Channel, number: Int) -> HTML {
        let problem = channel.problem.map { ", failed: \($0)" } ?? ""
        return element("li") {
            rowText(
                HTML.text(channel.name),
                "\(channel.kind.rawValue), \(channel.host)\(problem)")
            element("div", ["class": "row"]) {
                form(NotificationRoutes.path + "/test", visitor, fields: ["name": channel.name]) {
                    button(
                        "Test", class: "button small", id: "channel-test-\(number)",
                        label: "Send a test notification to \(channel.name)")
                }
                form(NotificationRoutes.path + "/remove", visitor, fields: ["name": channel.name]) {
                    button(
                        "Remove", class: "button small bad", id: "channel-remove-\(number)",
                        label: "Remove the channel \(channel.name)")
                }
            }
        }
    }

    /// A form that a script shows and completes with the subscription.
    @HTMLBuilder private var addition: HTML {
        element("p", ["class": "soft", "id": "push-missing"]) {
            "This browser has no notifications at this address: they need a browser with scripts and an address with HTTPS or localhost."
        }
        element(
            "form",
            [
                "method": "post", "action": NotificationRoutes.path + "/push",
                "class": "stack tight", "id": "push-new", "hidden": "",
                "data-push-key": list.pushKey,
            ]
        ) {
            formToken(visitor)
            FormKey.field
            for name in ["endpoint", "publicKey", "secret"] { hidden(name, "") }
            labelled("Name of this browser", for: "push-name") {
                element(
                    "input",
                    [
                        "id": "push-name", "name": "name", "type": "text",
                        "maxlength": Self.nameLimit, "autocomplete": "off",
                        "placeholder": "browser",
                    ])
            }
            checkBox(id: "push-text", name: "text", value: nil, isChecked: false) {
                "Show the text of notifications, also on a locked screen"
            }
            buttonRow("Switch on notifications", class: "button main", id: "push-add")
        }
        element("p", ["class": "error", "id": "push-message", "role": "alert"]) {}
    }

    private var next: HTML {
        if list.next.isEmpty {
            element("p", ["class": "soft"]) { "No notification is planned." }
        } else {
            rowList(
                list.next.map { next in
                    element("li") {
                        rowText(
                            HTML.text(next.what),
                            "\(InstantText.dayAndTime(next.local)). \(next.why)"
                                + (next.channels.isEmpty
                                    ? "" : " Channels: \(next.channels.joined(separator: ", "))."))
                    }
                })
        }
    }

    private var activityTimes: HTML {
        if times.isEmpty {
            element("p", ["class": "soft"]) {
                "No activity has reminder times. The menu of the page of an activity leads to its reminder times."
            }
        } else {
            rowList(
                times.map { activity in
                    element("li") {
                        rowText(
                            anchor(
                                activity.name, to: ActivityTimesPage.path(of: activity.id.rawValue)),
                            Self.text(of: activity))
                    }
                })
        }
    }

    /// `08:00, 21:30 on Monday, Wednesday, to log it`.
    private static func text(of activity: Notifications.ActivityTimes) -> String {
        let reminders = ActivityTimesPage.Reminders(activity)
        return reminders.timeText
            + (reminders.weekdays.isEmpty ? "" : " on \(reminders.weekdayText)")
            + (activity.isForLogging ? ", to log it" : "")
    }

    private var deliveries: HTML {
        if history.isEmpty {
            element("p", ["class": "soft"]) { "No notification was sent yet." }
        } else {
            rowList(
                history.map { delivery in
                    element("li") {
                        rowText(
                            HTML.text(delivery.title),
                            "\(InstantText.dayAndTime(delivery.local)), \(delivery.channel): \(Self.outcome(of: delivery))"
                        )
                    }
                })
        }
    }

    private static func outcome(of delivery: Notifications.Delivery) -> String {
        let reason = delivery.reason.map { ": \($0)" } ?? ""
        switch delivery.state {
        case "waiting": return "waits\(reason)"
        case "withdrawn": return "not sent, since nothing was open any more"
        default: return delivery.state + reason
        }
    }
}
