import CivilTime
import Logging
import Notifications
import RPC

/// Sends the waiting deliveries of one channel, one after another, with its own backoff: a channel that
/// fails delays no other.
struct ChannelTask: Sendable {
    private static let firstPause: Int64 = 2000
    private static let longestPause: Int64 = 15 * 60_000
    /// The number of attempts after which a delivery is given up: their pauses last a day. An age would
    /// end a delivery when the clock is wrong for a moment.
    private static let attemptLimit = 104

    let channel: ChannelSettings
    let context: NotifierContext
    let signal = WakeSignal()

    /// Runs until the task is cancelled.
    func run() async {
        var isFailing = false
        await signal.handle {
            var next: Int64?
            let changes = context.alarms.clockChanges
            for delivery in context.log.waiting(channel.profile, channel.name) {
                guard !Task.isCancelled else { return false }
                if let notBefore = instant(of: delivery) {
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
                if let waiting = context.log.delivery(delivery.id), waiting.state == .waiting,
                    let notBefore = waiting.notBefore
                {
                    next = min(next ?? notBefore, notBefore)
                }
            }
            context.alarms.set(alarmName, to: next, since: changes) { [signal] in signal.send() }
            return true
        }
        context.alarms.remove(alarmName)
    }

    /// The later instant before which no attempt is made; nil: at once. A remainder that is much longer than
    /// the pause is that of a clock that was set back.
    private func instant(of delivery: DeliveryRecord) -> Int64? {
        guard let notBefore = delivery.notBefore else { return nil }
        let remainder = notBefore - context.now()
        // Logs of earlier versions have no length of the pause.
        let pause = delivery.pause ?? (delivery.attempts == 0 ? .max : 0)
        return remainder > 0 && remainder - Self.longestPause <= pause ? notBefore : nil
    }

    private var alarmName: String { "channel/\(channel.profile)/\(channel.name)" }

    /// `isFailing` is true after an attempt that failed: a failing channel is reported once.
    private func attempt(_ delivery: DeliveryRecord, _ isFailing: inout Bool) async throws {
        var delivery = delivery
        if try await !hasCurrentFacts(delivery) {
            let now = context.now()
            guard let current = try await current(delivery.notification, at: now) else {
                try withdraw(delivery.id, at: now)
                return
            }
            if current != delivery.notification {
                // The answers that the receiver offers are those that the log has.
                try context.log.update(delivery.id) { record in
                    var record = record
                    record.notification = current
                    return record
                }
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
                let pause = min(Self.firstPause << shift, Self.longestPause)
                record.notBefore = now + pause
                record.pause = pause
                if record.attempts >= Self.attemptLimit { record.state = .failed }
                return record
            }
        }
    }

    /// True if the facts of a delivery were read a moment ago, and the profile has not changed since.
    private func hasCurrentFacts(_ delivery: DeliveryRecord) async throws -> Bool {
        guard let change = context.log.change(beforeFactsOf: delivery.id) else { return false }
        return try await context.attempts.run {
            try await !context.reader.hasChanged(delivery.profile, since: change)
        }
    }

    /// The notification with the reminders that hold at an instant; nil if none holds, or its day is over.
    private func current(
        _ notification: ReminderNotification, at now: Int64
    ) async throws -> ReminderNotification? {
        let (planner, state) = try await context.attempts.run {
            let planner = try await context.reader.planner(of: channel.profile)
            let day = planner.zones.civilDate(at: now)
            let state = try await context.reader.state(
                of: channel.profile, on: day, for: Set(notification.kinds))
            return (planner, state)
        }
        return notification.current(NotificationTexts(planner.rules, state))
    }

    private func finish(_ id: String, _ state: DeliveryRecord.State, _ reason: String?) throws {
        try context.log.update(id) { record in
            var record = record
            record.state = state
            record.attempts += 1
            record.reason = reason ?? record.reason
            return record
        }
    }

    /// Ends a delivery whose reminders do not hold at an instant. If the clock was set back since, they are
    /// evaluated again; if it is set back later, that wakes the evaluation.
    private func withdraw(_ id: String, at now: Int64) throws {
        try context.log.update(id) { record in
            var record = record
            record.state = .withdrawn
            record.withdrawn = now
            return record
        }
        if context.now() < now { context.evaluate(channel.profile) }
    }
}
