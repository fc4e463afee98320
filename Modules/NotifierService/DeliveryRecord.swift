import CivilTime
import Memberwise
import Notifications

/// A notification for one channel, from the instant at which it was due until its end.
@Memberwise
struct DeliveryRecord: Codable, Hashable, Sendable {
    enum State: String, Codable, Sendable {
        /// Not accepted yet.
        case waiting
        /// Accepted by the channel.
        case delivered
        /// Nothing was open any more, or the day was over.
        case withdrawn
        /// Rejected by the channel, or not accepted in the attempts of a day.
        case failed
    }

    var profile: String
    var channel: String
    var notification: ReminderNotification
    /// The instant at which the notification was due, in milliseconds since 1970 UTC.
    var due: Int64
    /// The secret with which the notification is answered.
    var token: String
    var state: State = .waiting
    var attempts: Int = 0
    /// The instant before which no attempt is made; nil: at once.
    var notBefore: Int64? = nil
    /// The length of the pause before `notBefore` in milliseconds; nil: unknown.
    var pause: Int64? = nil
    /// The reason of the latest failed attempt; nil: none.
    var reason: String? = nil
    /// The answer of the person; nil: none.
    var action: String? = nil
    /// The number of times that the person has put off the notification.
    var repetitions: Int = 0
    /// The instant at which the conditions did not hold any more, in milliseconds since 1970 UTC; nil:
    /// unknown, or not withdrawn.
    var withdrawn: Int64? = nil

    /// True if the conditions ceased to hold before the notification was sent or answered, so that its
    /// reminders can be sent when they hold again.
    var isRepeatable: Bool { state == .withdrawn && action == nil }

    /// Identifies the delivery: the same after a restart.
    var id: String { "\(profile)/\(channel)/\(key)" }

    /// The deduplication key, which receivers get: the same in each attempt.
    var key: String {
        repetitions == 0 ? notification.key : "\(notification.key)+\(repetitions)"
    }
}

/// One line of the delivery log.
@Memberwise
struct DeliveryLogLine: Codable, Hashable, Sendable {
    /// The profile whose position changed; nil: none.
    var profile: String? = nil
    /// The local time up to which the profile was evaluated, as `YYYY-MM-DDTHH:MM:SS`.
    var position: String? = nil
    /// The instant of the evaluation, in milliseconds since 1970 UTC; nil: unknown.
    var evaluated: Int64? = nil
    /// The new or changed deliveries.
    var deliveries: [DeliveryRecord] = []
}
