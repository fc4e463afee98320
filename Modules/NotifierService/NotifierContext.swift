import Contracts
import HostFiles
import Logging
import Notifications
import RPC

/// The parts that the tasks of the notifier share.
struct NotifierContext: Sendable {
    let reader: ProfileReader
    let log: DeliveryLog
    let channels: StoredList<ChannelSettings>
    let sender: ChannelSender
    let alarms: Alarms
    let keys: NotifierKeys
    let logger: Logger
    /// Limits the evaluations of profiles, so that the calls of many profiles at a start exceed no limit of
    /// the broker and delay no other task.
    let evaluations = TaskLimit(16)
    /// Limits the reading of facts before attempts, in the same way.
    let attempts = TaskLimit(64)
    /// Milliseconds since 1970 UTC, by the real-time clock.
    let now: @Sendable () -> Int64
    /// Wakes the tasks of the channels of a profile.
    let wakeChannels: @Sendable (String) -> Void
    /// Evaluates the reminders of a profile again.
    let evaluate: @Sendable (String) -> Void

    /// The channels of a profile, ascending by name.
    func channels(of profile: String) -> [ChannelSettings] {
        channels.all.filter { $0.profile == profile }.sorted { $0.name < $1.name }
    }

    /// A delivery for each notification and channel that sends one of its kinds. Reminders that the channel
    /// was given before are left out: the clock was set back, and shows their times again.
    func deliveries(
        of notifications: [ReminderNotification], _ texts: NotificationTexts, _ profile: String,
        _ now: Int64
    ) -> [DeliveryRecord] {
        let earlier = notifications.isEmpty ? [] : log.deliveries(of: profile)
        return channels(of: profile).flatMap { channel -> [DeliveryRecord] in
            let sent = earlier.filter { $0.channel == channel.name && $0.isSent }
            let reminders = Set(sent.flatMap(\.notification.reminders).map(\.key))
            let keys = Set(sent.map(\.notification.key))
            return notifications.compactMap { notification -> DeliveryRecord? in
                var rest = notification.filtered(texts) {
                    !channel.without.contains($0.kind) && !reminders.contains($0.key)
                }
                // The key is that of an earlier delivery.
                if keys.contains(notification.key) { rest?.originalKey = nil }
                while let key = rest?.key, keys.contains(key) { rest?.originalKey = key + "*" }
                return rest.map { delivery(of: $0, on: channel, now) }
            }
        }
    }

    /// Sends a notification about something that happened, after the quiet hours. One that was sent on
    /// the same day is not sent again.
    func send(
        _ notification: ReminderNotification, to profile: String, _ planner: NotificationPlanner
    ) throws {
        let now = now()
        let new = channels(of: profile)
            .filter { $0.without.isDisjoint(with: notification.kinds) }
            .map { channel in
                var delivery = delivery(of: notification, on: channel, now)
                delivery.notBefore = planner.endOfQuietHours(at: now)
                delivery.pause = delivery.notBefore.map { $0 - now }
                return delivery
            }
            .filter { log.delivery($0.id) == nil }
        guard !new.isEmpty else { return }
        try log.append(DeliveryLogLine(deliveries: new))
        wakeChannels(profile)
    }

    /// A new delivery with a token of its own.
    func delivery(
        of notification: ReminderNotification, on channel: ChannelSettings, _ now: Int64
    ) -> DeliveryRecord {
        var delivery = DeliveryRecord(
            profile: channel.profile, channel: channel.name, notification: notification, due: now,
            token: "")
        delivery.token = ActionToken(of: delivery.id, keys.tokens).text
        return delivery
    }
}
