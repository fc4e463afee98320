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
    /// Milliseconds since 1970 UTC, by the real-time clock.
    let now: @Sendable () -> Int64
    /// Wakes the tasks of the channels of a profile.
    let wakeChannels: @Sendable (String) -> Void

    /// The channels of a profile, ascending by name.
    func channels(of profile: String) -> [ChannelSettings] {
        channels.all.filter { $0.profile == profile }.sorted { $0.name < $1.name }
    }

    /// A delivery for each notification and channel that sends one of its kinds.
    func deliveries(
        of notifications: [ReminderNotification], _ texts: NotificationTexts, _ profile: String,
        _ now: Int64
    ) -> [DeliveryRecord] {
        channels(of: profile).flatMap { channel in
            notifications.compactMap { $0.without(channel.without, texts) }.map {
                delivery(of: $0, on: channel, now)
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
