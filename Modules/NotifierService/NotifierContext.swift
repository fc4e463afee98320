import Contracts
import HostFiles
import Logging
import Notifications
import RPC
import Texts

/// The parts that the tasks of the notifier share.
struct NotifierContext: Sendable {
    let reader: ProfileReader
    let log: DeliveryLog
    let channels: StoredList<ChannelSettings>
    let sender: ChannelSender
    let alarms: Alarms
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
                DeliveryRecord(
                    profile: profile, channel: channel.name, notification: $0, due: now,
                    token: Self.newToken())
            }
        }
    }

    /// A random secret of 256 bits as hexadecimal digits.
    static func newToken() -> String {
        (0..<4).map { _ in UInt64.random(in: .min ... .max).hexDigits }.joined()
    }
}
