import CivilTime
import Contracts
import HostFiles
import Notifications
package import RPC
import Tracker

extension NotifierService {
    private static let historyLimits = 1...1000
    private static let historyDefault = 50
    private static let laterMinutes = 1...1440
    private static let laterDefault = 60

    package func register(on router: inout Router) {
        router.handle(Contracts.Notifications.list) { [self] _, call in
            Contracts.Notifications.ListResponse(
                channels: context.channels(of: call.profile).map(message),
                next: try await upcoming(call.profile))
        }
        router.handle(Contracts.Notifications.explain) { [self] _, call in
            Contracts.Notifications.ExplainResponse(next: try await upcoming(call.profile))
        }
        router.handle(Contracts.Notifications.history) { [self] request, call in
            try history(request, call.profile)
        }
        router.handle(Contracts.Notifications.add) { [self] request, call in
            let channel = try ChannelSettings(request, profile: call.profile)
            // Fails for a profile that does not exist.
            _ = try await context.reader.planner(of: call.profile)
            try context.channels.change { channels in
                guard !channels.contains(where: { $0.hasName(of: channel) }) else {
                    throw Status(
                        .alreadyExists, "There is a channel \"\(channel.name)\" already.",
                        hint: "Use another --name, or remove it: dayline notify remove NAME")
                }
                channels.append(channel)
            }
            updateTasks()
            return message(channel)
        }
        router.handle(Contracts.Notifications.remove) { [self] request, call in
            let channel = try channel(request.name, call.profile)
            try context.channels.change { $0.removeAll { $0.hasName(of: channel) } }
            updateTasks()
            try context.log.remove(profile: channel.profile, channel: channel.name)
            return Empty()
        }
        router.handle(Contracts.Notifications.test) { [self] request, call in
            try await test(channel(request.name, call.profile))
            return Empty()
        }
        router.handle(Contracts.Notifications.act) { [self] request, call in
            try await act(request, call)
        }
        router.handle(Contracts.Notifications.activityTimes) { [self] _, call in
            try await activityTimes(call)
        }
        router.handle(Contracts.Notifications.setActivityTimes) { [self] request, call in
            try await setActivityTimes(request, call)
        }
    }

    private func channel(_ name: String, _ profile: String) throws(Status) -> ChannelSettings {
        let channels = context.channels(of: profile)
        guard let channel = channels.first(where: { $0.name == name }) else {
            throw Status(
                .notFound, "There is no channel \"\(name)\".",
                hint: channels.isEmpty
                    ? "Add one with: dayline notify add webhook"
                    : "Channels: \(channels.map(\.name).joined(separator: ", ")).")
        }
        return channel
    }

    private func message(_ channel: ChannelSettings) -> Contracts.Notifications.Channel {
        let last = context.log.deliveries.last {
            $0.profile == channel.profile && $0.channel == channel.name && $0.attempts > 0
        }
        return Contracts.Notifications.Channel(
            name: channel.name, kind: channel.kind, host: channel.host,
            without: channel.without.map(\.rawValue).sorted(),
            problem: last?.state == .delivered ? nil : last?.reason)
    }

    private func history(
        _ request: Contracts.Notifications.HistoryRequest, _ profile: String
    ) throws(Status) -> Contracts.Notifications.HistoryResponse {
        let limit = request.limit ?? Self.historyDefault
        guard Self.historyLimits.contains(limit) else {
            throw Status(
                .invalidArgument, "The number of deliveries \(limit) is not from 1 to 1,000.",
                hint: "Use --limit 50.")
        }
        let deliveries = context.log.deliveries.reversed().filter { $0.profile == profile }
        return Contracts.Notifications.HistoryResponse(
            deliveries: deliveries.prefix(limit).map { delivery in
                Contracts.Notifications.Delivery(
                    at: instantText(delivery.due), title: delivery.notification.text.title,
                    body: delivery.notification.text.body, channel: delivery.channel,
                    state: delivery.state.rawValue, attempts: delivery.attempts,
                    reason: delivery.reason)
            })
    }

    private func test(_ channel: ChannelSettings) async throws {
        let now = context.now()
        let planner = try await context.reader.planner(of: channel.profile)
        let reminder = PlannedReminder(
            kind: .activity, day: planner.zones.civilDate(at: now), minute: 0, subject: "test")
        let notification = ReminderNotification(
            reminders: [reminder],
            text: ReminderText(
                title: "Dayline", body: "The channel \(channel.name) delivers notifications."))
        let delivery = DeliveryRecord(
            profile: channel.profile, channel: channel.name, notification: notification, due: now,
            token: "")
        switch await context.sender.send(delivery, on: channel) {
        case .accepted: return
        case .failed(let reason), .rejected(let reason):
            throw Status(
                .unavailable,
                "The channel \(channel.name) did not accept the notification: \(reason).",
                hint: "Check its address, and add it again: dayline notify remove \(channel.name)")
        }
    }

    private func act(
        _ request: Contracts.Notifications.ActRequest, _ call: CallContext
    ) async throws -> Contracts.Notifications.ActResponse {
        let minutes = request.minutes ?? Self.laterDefault
        guard Self.laterMinutes.contains(minutes) else {
            throw Status(
                .invalidArgument, "The number of minutes \(minutes) is not from 1 to 1,440.",
                hint: "Use 60 minutes.")
        }
        let answered = context.log.deliveries.first {
            !request.token.isEmpty && $0.token == request.token && $0.profile == call.profile
        }
        guard let delivery = answered else {
            throw Status(
                .notFound, "No notification has this token.",
                hint: "Use the token of a notification of the last days.")
        }
        let title = delivery.notification.text.title
        guard delivery.action == nil else {
            return Contracts.Notifications.ActResponse(name: title, isRepeated: true)
        }
        guard request.action != .later else {
            try postpone(delivery, minutes)
            return Contracts.Notifications.ActResponse(name: title, isRepeated: false)
        }
        guard delivery.notification.activities.count == 1,
            let activity = delivery.notification.activities.first?.rawValue
        else {
            throw Status(
                .failedPrecondition, "The notification \"\(title)\" is not about one activity.",
                hint: "Log the activity with: dayline log NAME")
        }
        var options = call.forwardedOptions
        // A repeated answer is executed once, also after a crash before the next line.
        options.idempotencyKey = "notification-\(delivery.token)-\(request.action.rawValue)"
        let day = delivery.notification.day
        if request.action == .done {
            _ = try await context.reader.bus.call(
                Journal.log, Journal.LogRequest(activity: activity, on: day), options)
        } else {
            _ = try await context.reader.bus.call(
                Journal.skip, Journal.SkipRequest(activity: activity, on: day), options)
        }
        try context.log.update(delivery.id) { record in
            var record = record
            record.action = request.action.rawValue
            if record.state == .waiting { record.state = .withdrawn }
            return record
        }
        return Contracts.Notifications.ActResponse(name: title, isRepeated: false)
    }

    /// Sends a notification again after some minutes, if it still holds.
    private func postpone(_ delivery: DeliveryRecord, _ minutes: Int) throws {
        var next = delivery
        next.repetitions += 1
        next.token = NotifierContext.newToken()
        next.state = .waiting
        next.attempts = 0
        next.reason = nil
        next.due = context.now() + Int64(minutes) * 60_000
        next.notBefore = next.due
        var answered = delivery
        answered.action = Contracts.Notifications.Action.later.rawValue
        if answered.state == .waiting { answered.state = .withdrawn }
        try context.log.append(DeliveryLogLine(deliveries: [answered, next]))
        context.wakeChannels(delivery.profile)
    }

    private func activityTimes(
        _ call: CallContext
    ) async throws -> Contracts.Notifications.TimesResponse {
        let bus = context.reader.bus
        let values = try await bus.call(Settings.list, Empty(), call.forwardedOptions).values
        let names = try await bus.call(
            Activities.list, Activities.ListRequest(), call.forwardedOptions
        ).activities.reduce(into: [:]) { $0[$1.id] = $1.name }
        return Contracts.Notifications.TimesResponse(
            activities: ProfileReader.activityTimes(values).compactMap { reminder in
                names[reminder.id].map { reminder.message(named: $0) }
            }.sorted { $0.name < $1.name })
    }

    private func setActivityTimes(
        _ request: Contracts.Notifications.SetTimesRequest, _ call: CallContext
    ) async throws -> Contracts.Notifications.ActivityTimes {
        let bus = context.reader.bus
        let activity = try await bus.call(
            Activities.show, Activities.ActivityRequest(name: request.activity),
            call.forwardedOptions)
        var times = ReminderTimes()
        for text in request.times {
            guard let minute = minuteOfDay(text) else {
                throw Status(
                    .invalidArgument, "\"\(text)\" is not a time of day.", hint: "Use 08:00.")
            }
            guard times.minutes.count < ActivityReminder.timeLimit, times.add(minute) else {
                throw Status(
                    .invalidArgument,
                    "The time \(text) is less than 5 minutes from another, or there are too many.",
                    hint: "Use at most \(ActivityReminder.timeLimit) times.")
            }
        }
        let reminder = ActivityReminder(
            id: activity.id, times: times, isForLogging: request.isForLogging ?? false)
        _ = try await bus.call(
            Settings.set,
            Settings.SetRequest(
                key: Settings.activityTimesPrefix + activity.id.rawValue,
                value: times.minutes.isEmpty ? nil : reminder.text), call.forwardedOptions)
        return reminder.message(named: activity.name)
    }
}

extension ChannelSettings {
    /// True if both are the channel of one name in one profile.
    func hasName(of other: ChannelSettings) -> Bool {
        profile == other.profile && name == other.name
    }
}

extension ActivityReminder {
    static let timeLimit = 48

    func message(named name: String) -> Contracts.Notifications.ActivityTimes {
        Contracts.Notifications.ActivityTimes(
            id: id, name: name, times: times.minutes.map(DayPartReminderSetting.text(minute:)),
            isForLogging: isForLogging)
    }
}
