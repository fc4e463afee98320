import CivilTime
import Contracts
import Notifications
import RPC
import Tracker

/// Answers to notifications.
extension NotifierService {
    private static let laterMinutes = 1...1440
    private static let laterDefault = 60
    private static let timeout = Duration.seconds(10)

    func find(_ token: String) throws(Status) -> Contracts.Notifications.FindResponse {
        let delivery = try delivery(token)
        return Contracts.Notifications.FindResponse(
            title: delivery.notification.text.title, body: delivery.notification.text.body,
            actions: delivery.actions,
            answer: delivery.action.flatMap { Contracts.Notifications.Action(rawValue: $0) })
    }

    func act(
        _ request: Contracts.Notifications.ActRequest
    ) async throws -> Contracts.Notifications.ActResponse {
        let minutes = request.minutes ?? Self.laterDefault
        guard Self.laterMinutes.contains(minutes) else {
            throw Status(
                .invalidArgument, "The number of minutes \(minutes) is not from 1 to 1,440.",
                hint: "Use 60 minutes.")
        }
        let delivery = try delivery(request.token)
        let title = delivery.notification.text.title
        guard !context.log.isAnswered(delivery) else {
            return Contracts.Notifications.ActResponse(name: title, isRepeated: true)
        }
        guard delivery.actions.contains(request.action) else {
            throw Status(
                .failedPrecondition, "The notification \"\(title)\" is not about one activity.",
                hint: "Log the activity with: dayline log NAME")
        }
        if request.action == .later {
            try postpone(delivery, minutes)
        } else {
            try await complete(delivery, request.action)
        }
        return Contracts.Notifications.ActResponse(name: title, isRepeated: false)
    }

    private func delivery(_ token: String) throws(Status) -> DeliveryRecord {
        guard let delivery = context.log.delivery(token: token),
            ActionToken.isValid(token, of: delivery.id, context.keys.tokens)
        else {
            throw Status(
                .notFound, "No notification has this token.",
                hint: "Use the token of a notification of the last days.")
        }
        return delivery
    }

    /// Completes or skips the activity of a notification.
    private func complete(
        _ delivery: DeliveryRecord, _ action: Contracts.Notifications.Action
    ) async throws {
        guard let activity = delivery.notification.activities.first?.rawValue else { return }
        // A repeated answer is executed once, also after a crash before the next line.
        let options = CallOptions(
            deadline: .after(Self.timeout), profile: delivery.profile,
            idempotencyKey: delivery.answerKey(action))
        let day = delivery.notification.day
        if action == .done {
            _ = try await context.reader.bus.call(
                Journal.log, Journal.LogRequest(activity: activity, on: day), options)
        } else {
            _ = try await context.reader.bus.call(
                Journal.skip, Journal.SkipRequest(activity: activity, on: day), options)
        }
        try context.log.update(delivery.id) { record in
            var record = record
            record.action = action.rawValue
            if record.state == .waiting { record.state = .withdrawn }
            return record
        }
    }

    /// Sends a notification again after some minutes, if it still holds.
    private func postpone(_ delivery: DeliveryRecord, _ minutes: Int) throws {
        var next = delivery
        next.repetitions += 1
        next.token = ActionToken(of: next.id, context.keys.tokens).text
        next.state = .waiting
        next.attempts = 0
        next.reason = nil
        next.due = context.now() + Int64(minutes) * 60_000
        next.notBefore = next.due
        next.pause = Int64(minutes) * 60_000
        next.withdrawn = nil
        var answered = delivery
        answered.action = Contracts.Notifications.Action.later.rawValue
        if answered.state == .waiting { answered.state = .withdrawn }
        try context.log.append(DeliveryLogLine(deliveries: [answered, next]))
        context.wakeChannels(delivery.profile)
    }
}
