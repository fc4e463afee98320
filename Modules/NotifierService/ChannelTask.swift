import CivilTime
import Logging
import Notifications
import RPC

/// Sends the waiting deliveries of one channel, one after another, with its own backoff: a channel that
/// fails delays no other.
struct ChannelTask: Sendable {
    /// A delivery that was written this long ago is compared with the facts again before an attempt.
    private static let freshMilliseconds: Int64 = 2000
    private static let firstPause: Int64 = 2000
    private static let longestPause: Int64 = 15 * 60_000
    /// The age at which a delivery is given up, in milliseconds.
    private static let longestAge: Int64 = 24 * 3_600_000

    let channel: ChannelSettings
    let context: NotifierContext
    let signal = WakeSignal()

    /// Runs until the task is cancelled.
    func run() async {
        var isFailing = false
        signal.send()
        for await _ in signal.stream {
            var next: Int64?
            for delivery in context.log.waiting(channel.profile, channel.name) {
                guard !Task.isCancelled else { return }
                if let notBefore = delivery.notBefore, notBefore > context.now() {
                    next = min(next ?? notBefore, notBefore)
                    continue
                }
                do {
                    try await attempt(delivery, &isFailing)
                } catch {
                    // The log cannot be written, or the facts cannot be read.
                    context.logger.debug(
                        "\(delivery.id) waits: \(Status(describing: error).message)")
                    next = min(next ?? .max, context.now() + Self.firstPause)
                    continue
                }
                if let notBefore = context.log.delivery(delivery.id)?.notBefore,
                    context.log.delivery(delivery.id)?.state == .waiting
                {
                    next = min(next ?? notBefore, notBefore)
                }
            }
            context.alarms.set(alarmName, to: next) { [signal] in signal.send() }
        }
        context.alarms.set(alarmName, to: nil) {}
    }

    private var alarmName: String { "channel/\(channel.profile)/\(channel.name)" }

    /// `isFailing` is true after an attempt that failed: a failing channel is reported once.
    private func attempt(_ delivery: DeliveryRecord, _ isFailing: inout Bool) async throws {
        var delivery = delivery
        let isFresh =
            delivery.attempts == 0 && delivery.notBefore == nil
            && context.now() - delivery.due < Self.freshMilliseconds
        if !isFresh {
            guard let current = try await current(delivery.notification) else {
                try finish(delivery.id, .withdrawn, nil)
                return
            }
            delivery.notification = current
        }
        switch await context.sender.send(delivery, on: channel) {
        case .accepted:
            if isFailing { context.logger.notice("The channel \(channel.name) accepts again.") }
            isFailing = false
            try finish(delivery.id, .delivered, nil)
        case .rejected(let reason):
            context.logger.error("The channel \(channel.name) rejected a notification: \(reason).")
            try finish(delivery.id, .failed, reason)
        case .failed(let reason):
            if !isFailing {
                context.logger.warning(
                    "The channel \(channel.name) failed, and is tried again: \(reason).")
            }
            isFailing = true
            let now = context.now()
            try context.log.update(delivery.id) { record in
                var record = record
                record.attempts += 1
                record.reason = reason
                let shift = min(record.attempts - 1, 20)
                record.notBefore = now + min(Self.firstPause << shift, Self.longestPause)
                if now - record.due > Self.longestAge { record.state = .failed }
                return record
            }
        }
    }

    /// The notification with the reminders that still hold; nil if none holds, or its day is over.
    private func current(
        _ notification: ReminderNotification
    ) async throws -> ReminderNotification? {
        let planner = try await context.reader.planner(of: channel.profile)
        let day = planner.zones.civilDate(at: context.now())
        let state = try await context.reader.state(
            of: channel.profile, on: day, for: Set(notification.kinds))
        return notification.current(NotificationTexts(planner.rules, state))
    }

    private func finish(_ id: String, _ state: DeliveryRecord.State, _ reason: String?) throws {
        try context.log.update(id) { record in
            var record = record
            record.state = state
            if state != .withdrawn { record.attempts += 1 }
            record.reason = reason ?? record.reason
            return record
        }
    }
}
