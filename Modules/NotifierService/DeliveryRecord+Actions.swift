import Contracts
import Crypto
import Notifications
import Texts

extension DeliveryRecord {
    /// The answers that the notification can have: those about an activity need exactly one.
    var actions: [Contracts.Notifications.Action] {
        guard !token.isEmpty else { return [] }
        if notification.activities.count == 1 { return [.done, .later, .skip] }
        return notification.kinds.allSatisfy(\.isAnnouncement) ? [] : [.later]
    }

    /// True if the channel has the reminders or is to get them, so that they are not sent again. A delivery
    /// that was put off before the channel accepted it is not: its repetition has the reminders.
    var isSent: Bool {
        let later = Contracts.Notifications.Action.later.rawValue
        return state != .withdrawn || action.map { $0 != later } ?? false
    }

    /// The idempotency key of an answer, the same on each channel.
    func answerKey(_ action: Contracts.Notifications.Action) -> String {
        let hash = SHA256.hash(data: Array("\(profile)/\(notification.key)".utf8))
        return "notification-\(hash.hexDigits)-\(action.rawValue)"
    }

    /// The page on which the notification is answered; nil without a public address or an answer.
    func page(_ address: String?) -> String? {
        guard !actions.isEmpty else { return nil }
        return address.map { "\($0)\(Contracts.Notifications.answerPath)/\(token)" }
    }
}

extension Contracts.Notifications.Action {
    /// The label of a button.
    var title: String {
        switch self {
        case .done: "Done"
        case .later: "Later"
        case .skip: "Skip"
        }
    }
}
