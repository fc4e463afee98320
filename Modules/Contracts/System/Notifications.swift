import Memberwise
package import RPC
package import Tracker

/// Notifications: their channels, deliveries and reminder times. Served by the notifier worker.
package enum Notifications {
    package static let service = "dayline.notifier.Notifications"

    /// The path prefix of the web app at which notifications are answered; the token follows.
    package static let answerPath = "/notification"

    package static let list = Method<Empty, ListResponse>(service, "List", repeatable: true)
    package static let explain = Method<Empty, ExplainResponse>(
        service, "Explain", repeatable: true)
    package static let history = Method<HistoryRequest, HistoryResponse>(
        service, "History", repeatable: true)
    /// Adds a channel. ALREADY_EXISTS if the profile has a channel of that name; INVALID_ARGUMENT
    /// for an address that the kind cannot use.
    package static let add = Method<AddRequest, Channel>(service, "Add")
    /// Removes a channel with its waiting deliveries. NOT_FOUND if the profile has no such channel.
    package static let remove = Method<ChannelRequest, Empty>(service, "Remove")
    /// Sends a test notification. NOT_FOUND if the profile has no such channel; UNAVAILABLE if the
    /// channel did not accept the notification.
    package static let test = Method<ChannelRequest, Empty>(service, "Test")
    /// Returns the notification of a token. NOT_FOUND if no notification has the token.
    package static let find = Method<TokenRequest, FindResponse>(
        service, "Find", repeatable: true)
    /// Answers a notification in the profile of its token. NOT_FOUND if no notification has the
    /// token. A repeated answer has no further effect.
    package static let act = Method<ActRequest, ActResponse>(service, "Act")
    package static let activityTimes = Method<Empty, TimesResponse>(
        service, "ActivityTimes", repeatable: true)
    package static let setActivityTimes = Method<SetTimesRequest, ActivityTimes>(
        service, "SetActivityTimes", repeatable: true)
    /// Removes the channels of the profile, and its positions and deliveries from the log.
    package static let erase = Method<Empty, Empty>(service, "Erase", repeatable: true)

    /// The program or protocol that a channel sends with.
    package enum ChannelKind: String, CaseIterable, Codable, Sendable {
        /// A JSON document by POST to an address.
        case webhook
        /// A topic of an ntfy server.
        case ntfy
        /// The web app that a browser has installed or opened, by Web Push.
        case push
        /// An address of the program Apprise, such as one of mail, Gotify, Matrix or Telegram.
        case apprise
        /// The desktop of the person who runs the system, over D-Bus.
        case desktop
    }

    /// The subscription of a browser, as its push service issued it.
    @Message
    package struct Subscription: Codable, Hashable, Sendable {
        /// The public key of the browser: a point of P-256 as base64url.
        package var publicKey: String
        /// The authentication secret of the browser: 16 bytes as base64url.
        package var secret: String
        /// True if the browser shows the text of notifications; false: only that there is one.
        package var hasText: Bool
    }

    /// The answer to a notification.
    package enum Action: String, CaseIterable, Codable, Sendable {
        /// Completes the activity on the day of the notification.
        case done
        /// Sends the notification again later.
        case later
        /// Skips the activity on the day of the notification.
        case skip
    }

    @Message
    package struct ListResponse: Codable, Hashable, WireValue {
        /// The channels of the profile, ascending by name.
        package var channels: [Channel]
        /// The deliveries that wait, and the notifications of the next day with reminders, in order of
        /// time.
        package var next: [Next]
        /// The public key with which browsers subscribe: a point of P-256 as base64url.
        package var pushKey: String
    }

    @Message
    package struct Channel: Codable, Hashable, WireValue {
        /// The name of the channel, unique in the profile.
        package var name: String
        /// The kind of the channel: `webhook`, `ntfy`, `push`, `apprise` or `desktop`.
        package var kind: ChannelKind
        /// The host that receives the notifications, or the name of the service. The address itself is a
        /// secret.
        package var host: String
        /// The kinds of notifications that the channel does not send, such as `partOfDay` or
        /// `milestone`.
        package var without: [String]
        /// The reason why the latest attempt failed; nil: accepted, or none yet.
        package var problem: String? = nil
    }

    /// A planned notification.
    @Message
    package struct Next: Codable, Hashable, Sendable {
        /// The planned time, RFC 3339 in UTC.
        @Field(.instant) package var at: String
        /// The planned time in the zone of the profile, as `YYYY-MM-DDTHH:MM`.
        package var local: String
        /// The text of the notification with the facts of now; its subject if nothing is sent.
        package var what: String
        /// The setting that plans the notification, and why the notification is or is not sent.
        package var why: String
        /// The names of the channels that send the notification; empty: not sent.
        package var channels: [String]
    }

    @Message
    package struct ExplainResponse: Codable, Hashable, WireValue {
        /// The deliveries that wait, and the notifications of the next day with reminders, in order of
        /// time.
        package var next: [Next]
    }

    @Message
    package struct HistoryRequest: Codable, Hashable, WireValue {
        /// The greatest number of deliveries, 1 to 1,000; nil: 50.
        package var limit: Int? = nil
    }

    @Message
    package struct HistoryResponse: Codable, Hashable, WireValue {
        /// The deliveries, newest first.
        package var deliveries: [Delivery]
    }

    /// A notification on one channel.
    @Message
    package struct Delivery: Codable, Hashable, Sendable {
        /// The time at which the notification was due, RFC 3339 in UTC.
        @Field(.instant) package var at: String
        /// The time in the zone of the profile, as `YYYY-MM-DDTHH:MM` with optional seconds.
        package var local: String
        /// The title of the notification.
        package var title: String
        /// The body of the notification; may be empty.
        package var body: String
        /// The name of the channel.
        package var channel: String
        /// The state: `waiting`, `delivered`, `withdrawn` (nothing was open any more) or `failed`.
        package var state: String
        /// The number of attempts.
        package var attempts: Int
        /// The reason of the last failed attempt; nil: none failed.
        package var reason: String? = nil
    }

    @Message
    package struct AddRequest: Codable, Hashable, WireValue {
        /// The name of the new channel, 1 to 64 characters, unique in the profile.
        package var name: String
        /// The kind of the channel: `webhook`, `ntfy`, `push`, `apprise` or `desktop`.
        package var kind: ChannelKind
        /// The address, at most 2,048 bytes, which may contain secrets; empty for `desktop`.
        package var url: String
        /// The subscription of a browser, which `push` needs; nil for other kinds.
        package var subscription: Subscription? = nil
        /// The kinds of notifications that the channel does not send; nil: none.
        package var without: [String]? = nil
    }

    @Message
    package struct ChannelRequest: Codable, Hashable, WireValue {
        /// The name of the channel.
        package var name: String
    }

    @Message
    package struct TokenRequest: Codable, Hashable, WireValue {
        /// The token of the notification.
        package var token: String
    }

    @Message
    package struct FindResponse: Codable, Hashable, WireValue {
        /// The title of the notification.
        package var title: String
        /// The body of the notification; may be empty.
        package var body: String
        /// The answers that the notification can have: `done`, `later` and `skip`.
        package var actions: [Action]
        /// The answer of the person; nil: none.
        package var answer: Action? = nil
    }

    @Message
    package struct ActRequest: Codable, Hashable, WireValue {
        /// The token of the notification.
        package var token: String
        /// The answer: `done`, `later` or `skip`.
        package var action: Action
        /// The minutes after which `later` sends the notification again, 1 to 1,440; nil: 60.
        package var minutes: Int? = nil
    }

    @Message
    package struct ActResponse: Codable, Hashable, WireValue {
        /// The name of the activity, or the title of the notification for `later`.
        package var name: String
        /// True if the notification was answered before, so that nothing was changed.
        package var isRepeated: Bool
    }

    @Message
    package struct TimesResponse: Codable, Hashable, WireValue {
        /// The reminder times of activities, by name; those to do an activity and those to log it apart.
        package var activities: [ActivityTimes]
    }

    @Message
    package struct ActivityTimes: Codable, Hashable, WireValue {
        /// The identifier of the activity.
        package var id: Activity.ID
        /// The name of the activity.
        package var name: String
        /// The times as `HH:MM`, ascending; empty: none.
        package var times: [String]
        /// True if the reminders ask to log the activity, false if they ask to do it.
        package var isForLogging: Bool
        /// The ISO weekdays on which the reminders are sent, 1 Monday to 7 Sunday, ascending; nil: every
        /// day.
        package var weekdays: [Int]? = nil
    }

    @Message
    package struct SetTimesRequest: Codable, Hashable, WireValue {
        /// The name of an activity, a unique prefix of the name, or the identifier.
        package var activity: String
        /// All times as `HH:MM`, at least 5 minutes apart, at most 48; empty: none.
        package var times: [String]
        /// True for the times that ask to log the activity, false for those that ask to do it, which are
        /// independent; nil: false.
        package var isForLogging: Bool? = nil
        /// The ISO weekdays on which the reminders are sent, 1 Monday to 7 Sunday; empty: every day,
        /// nil: unchanged.
        package var weekdays: [Int]? = nil
    }
}
