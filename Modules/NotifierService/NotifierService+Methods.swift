import CivilTime
import Contracts
import HostFiles
import Notifications
package import RPC
import Tracker

extension NotifierService {
    private static let historyLimits = 1...1000
    private static let historyDefault = 50

    package func register(on router: inout Router) {
        homeAssistant.register(on: &router)
        telemetry.register(on: &router)
        router.handle(Contracts.Notifications.list) { [self] _, call in
            Contracts.Notifications.ListResponse(
                channels: context.channels(of: call.profile).map(message),
                next: try await upcoming(call.profile), pushKey: context.keys.pushKey)
        }
        router.handle(Contracts.Notifications.explain) { [self] _, call in
            Contracts.Notifications.ExplainResponse(next: try await upcoming(call.profile))
        }
        router.handle(Contracts.Notifications.history) { [self] request, call in
            try await history(request, call.profile)
        }
        router.handle(Contracts.Notifications.add) { [self] request, call in
            let channel = try ChannelSettings(request, profile: call.profile)
            guard channel.kind != .apprise || AppriseSender.program != nil else {
                throw Status(
                    .failedPrecondition, "The program apprise is not installed.",
                    hint: "Install it with: sudo apt install apprise")
            }
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
            try? await bindChannels()
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
        router.handle(Contracts.Notifications.erase) { [self] _, call in
            try await erase(call.profile)
            return Empty()
        }
        router.handle(Contracts.Notifications.test) { [self] request, call in
            try await test(channel(request.name, call.profile))
            return Empty()
        }
        router.handle(Contracts.Notifications.find) { [self] request, _ in
            try find(request.token)
        }
        router.handle(Contracts.Notifications.act) { [self] request, _ in
            try await act(request)
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
        let last = context.log.deliveries(of: channel.profile).last {
            $0.channel == channel.name && $0.attempts > 0
        }
        return Contracts.Notifications.Channel(
            name: channel.name, kind: channel.kind, host: channel.host,
            without: channel.without.map(\.rawValue).sorted(),
            problem: last?.state == .delivered ? nil : last?.reason)
    }

    private func history(
        _ request: Contracts.Notifications.HistoryRequest, _ profile: String
    ) async throws -> Contracts.Notifications.HistoryResponse {
        let limit = request.limit ?? Self.historyDefault
        guard Self.historyLimits.contains(limit) else {
            throw Status(
                .invalidArgument, "The number of deliveries \(limit) is not from 1 to 1,000.",
                hint: "Use --limit 50.")
        }
        let deliveries = context.log.deliveries(of: profile).reversed()
        let zones = try await context.reader.planner(of: profile).zones
        return Contracts.Notifications.HistoryResponse(
            deliveries: deliveries.prefix(limit).map { delivery in
                Contracts.Notifications.Delivery(
                    at: instantText(delivery.due),
                    local: zones.localTime(at: delivery.due).description,
                    title: delivery.notification.text.title,
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
                hint: channel.kind == .desktop
                    ? "Start Dayline within the session of the desktop, or remove the channel: "
                        + "dayline notify remove \(channel.name)"
                    : "Check its address, and add it again: dayline notify remove \(channel.name)")
        }
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
            }.sorted { ($0.name, $0.isForLogging ? 1 : 0) < ($1.name, $1.isForLogging ? 1 : 0) })
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
        if let number = request.weekdays?.first(where: { !(1...7).contains($0) }) {
            throw Status(
                .invalidArgument, "\(number) is not a weekday.",
                hint: "Use 1 for Monday to 7 for Sunday.")
        }
        let isForLogging = request.isForLogging ?? false
        let values = try await bus.call(Settings.list, Empty(), call.forwardedOptions).values
        let stored = ProfileReader.activityTimes(values).filter { $0.id == activity.id }
        let weekdays =
            request.weekdays.map { Set($0) }
            ?? stored.first { $0.isForLogging == isForLogging }?.times.weekdays
        let reminder = ActivityReminder(
            id: activity.id, times: WeekdayTimes(times, on: weekdays ?? []),
            isForLogging: isForLogging)
        let others = stored.filter { $0.isForLogging != isForLogging }
        let text = ActivityReminder.text(of: others + [reminder])
        _ = try await bus.call(
            Settings.set,
            Settings.SetRequest(
                key: Settings.activityTimesPrefix + activity.id.rawValue,
                value: text.isEmpty ? nil : text), call.forwardedOptions)
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
            id: id, name: name,
            times: times.times.minutes.map(DayPartReminderSetting.text(minute:)),
            isForLogging: isForLogging,
            weekdays: times.weekdays.isEmpty ? nil : times.weekdays.sorted())
    }
}
