package import Contracts
import Memberwise

/// A notification with a button for each answer, or for the one that a link names.
@Memberwise
package struct NotificationPage {
    private let token: String
    private let notification: Notifications.FindResponse
    /// The only answer to show; nil: all.
    private let action: Notifications.Action?

    package var page: Page {
        Page("Notification", hasNavigation: false, content: content)
    }

    @HTMLBuilder private var content: HTML {
        element("div", ["class": "stack tight"]) {
            Drawing.sun
            element("h1") { notification.title }
            if !notification.body.isEmpty {
                element("p", ["class": "lead"]) { notification.body }
            }
        }
        if let answer = notification.answer {
            element("p") { "The notification is answered: \(answer.title)." }
        } else {
            element(
                "form",
                ["method": "post", "action": "\(Notifications.answerPath)/\(token)"]
            ) {
                element("div", ["class": "row"]) {
                    for action in shown { answerButton(action) }
                }
            }
        }
        todayLink
    }

    private var shown: [Notifications.Action] {
        notification.actions.filter { $0 == action || action == nil }
    }

    private func answerButton(_ action: Notifications.Action) -> HTML {
        button(
            action.title, class: action == shown.first ? "button main" : "button",
            id: "answer-\(action.rawValue)", name: "action", value: action.rawValue)
    }
}

/// The page after an answer.
@Memberwise
package struct AnsweredPage {
    private let answer: Notifications.ActResponse
    private let action: Notifications.Action

    package var page: Page {
        Page("Notification", hasNavigation: false, content: content)
    }

    @HTMLBuilder private var content: HTML {
        element("div", ["class": "stack tight"]) {
            Drawing.sun
            element("h1") { answer.name }
            element("p", ["class": "lead", "id": "answered"]) { sentence }
        }
        todayLink
    }

    private var sentence: String {
        if answer.isRepeated { return "The notification was answered before. Nothing is changed." }
        switch action {
        case .done: return "Logged as done."
        case .later:
            return "The notification is sent again in an hour if its condition still holds."
        case .skip: return "Skipped for the day of the notification."
        }
    }
}

private let todayLink = element("p") { anchor("Today", to: "/") }

extension Notifications.Action {
    fileprivate var title: String {
        switch self {
        case .done: "Done"
        case .later: "Later"
        case .skip: "Skip"
        }
    }
}
