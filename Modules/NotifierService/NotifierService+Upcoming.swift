import CivilTime
import Contracts
import Notifications
import RPC
import Tracker

extension NotifierService {
    private typealias Next = Contracts.Notifications.Next

    /// The deliveries that wait and the notifications of the next day with reminders, and why each is or is
    /// not sent, with the facts of now.
    func upcoming(_ profile: String) async throws -> [Contracts.Notifications.Next] {
        let planner = try await context.reader.planner(of: profile)
        let now = context.now()
        let stored = context.log.position(of: profile)
        let waiting = context.log.deliveries(of: profile).filter { $0.state == .waiting }
        // In quiet hours the reminders since their start wait for their end.
        let position =
            planner.isQuiet(at: now)
            ? stored?.effectiveTime(at: now, planner, waiting) ?? planner.start(at: now)
            : planner.start(at: now)
        var next: [Next] = []
        if !waiting.isEmpty {
            let today = try await context.reader.state(
                of: profile, on: planner.zones.civilDate(at: now),
                for: Set(waiting.flatMap(\.notification.kinds)))
            let texts = NotificationTexts(planner.rules, today)
            next = waiting.map { Self.next($0, planner, texts, at: now) }
        }
        let planned = planner.upcoming(after: position, at: now)
        for day in Set(planned.map(\.reminder.day)).sorted() {
            let reminders = planned.filter { $0.reminder.day == day }
            let state = try await context.reader.state(
                of: profile, on: day, for: Set(reminders.map(\.reminder.kind)))
            for planned in reminders {
                if let item = try await self.next(planned, planner, state, profile) {
                    next.append(item)
                }
            }
        }
        return next
    }

    /// A delivery that waits.
    private static func next(
        _ delivery: DeliveryRecord, _ planner: NotificationPlanner, _ texts: NotificationTexts,
        at now: Int64
    ) -> Next {
        let at = max(delivery.notBefore ?? now, now)
        let cause =
            if delivery.attempts > 0 {
                "The channel failed \(delivery.attempts == 1 ? "once" : "\(delivery.attempts) times")"
                    + (delivery.reason.map { " (\($0))" } ?? "")
            } else if delivery.repetitions > 0 {
                "The notification was put off"
            } else if at > now {
                "Quiet hours delay the notification"
            } else {
                "The notification is being sent"
            }
        let current = delivery.notification.current(texts)
        let outcome =
            current == nil
            ? "its condition does not hold any more, so nothing is sent"
            : "it is sent if its condition still holds then"
        return Next(
            at: instantText(at), local: planner.zones.localTime(at: at).description,
            what: (current ?? delivery.notification).text.line, why: "\(cause); \(outcome).",
            channels: current == nil ? [] : [delivery.channel])
    }

    /// A planned reminder; nil if its activity does not exist any more.
    private func next(
        _ planned: NotificationPlanner.Upcoming, _ planner: NotificationPlanner,
        _ state: DayState, _ profile: String
    ) async throws -> Next? {
        let reminder = planned.reminder
        let text = NotificationTexts(planner.rules, state).text(of: reminder)
        var subject = Self.subject(reminder, planner.rules)
        var problem: String?
        if reminder.kind == .activity || reminder.kind == .logging {
            guard
                let activity = try await activity(reminder, profile, isExplained: text == nil)
            else { return nil }
            subject = activity.name
            problem = activity.problem
        }
        let names = context.channels(of: profile).filter { !$0.without.contains(reminder.kind) }
            .map(\.name)
        let outcome =
            if state.isVacation {
                "the day is a vacation day, so nothing is sent"
            } else if planned.isSilenced {
                "quiet hours last until the next day, so nothing is sent"
            } else if text == nil {
                "\(problem ?? Self.problem(reminder.kind)), so nothing is sent"
            } else if names.isEmpty {
                "no channel sends notifications of this kind"
            } else if planner.zones.instant(of: reminder.time) != planned.at {
                "quiet hours delay the notification"
            } else {
                "it is sent if its condition still holds then"
            }
        let isSent = text != nil && !planned.isSilenced
        return Next(
            at: instantText(planned.at),
            local: planner.zones.localTime(at: planned.at).description,
            what: text?.line ?? subject, why: "\(Self.source(reminder)); \(outcome).",
            channels: isSent ? names : [])
    }

    /// The name of the activity of a reminder, and why the activity is not open; nil if there is no such
    /// activity.
    private func activity(
        _ reminder: PlannedReminder, _ profile: String, isExplained: Bool
    ) async throws -> (name: String, problem: String?)? {
        let request = Journal.ExplainRequest(activity: reminder.subject, on: reminder.day)
        do {
            let answer = try await context.reader.bus.call(
                Journal.explain, request, CallOptions(profile: profile))
            let states = [
                "completed": "done", "skipped": "skipped", "notDue": "not due",
                "optional": "not due", "paused": "paused", "passive": "only read from health data",
            ]
            let problem = "\(answer.name) is \(states[answer.verdict] ?? "not open") on that day"
            return (answer.name, isExplained ? problem : nil)
        } catch {
            guard error.code == .notFound else { throw error }
            return nil
        }
    }

    /// The subject of a reminder that is not about one activity.
    private static func subject(_ reminder: PlannedReminder, _ rules: NotificationRules) -> String {
        switch reminder.kind {
        case .partOfDay: "Reminder of the \(reminder.subject)"
        case .category:
            rules.categories.first { $0.id.rawValue == reminder.subject }?.name ?? "Category"
        case .streak: "Streaks that end with the day"
        case .weighing, .usualWeighing: "Log your weight"
        case .approachingMilestone: "Next milestone"
        case .weeklySummary: "Weight of the week"
        case .activity, .logging, .milestone, .goalShare, .failedImport, .failedBackup:
            reminder.subject
        }
    }

    /// The setting that plans a reminder.
    private static func source(_ reminder: PlannedReminder) -> String {
        let time = DayPartReminderSetting.text(minute: reminder.minute)
        return switch reminder.kind {
        case .partOfDay: "The \(reminder.subject) reminds at \(time)"
        case .activity: "The activity has a reminder at \(time)"
        case .logging: "The activity has a reminder to log at \(time)"
        case .category: "The category has a reminder at \(time)"
        case .streak: "Streaks are checked at \(time)"
        case .weighing: "Weight entries are checked at \(time)"
        case .usualWeighing: "Weights are usually entered at about \(time)"
        case .approachingMilestone: "A near milestone is checked at \(time)"
        case .weeklySummary: "The week is summed up at \(time) on Sunday"
        case .milestone, .goalShare: "The weights are checked"
        case .failedImport, .failedBackup: "Failures are reported"
        }
    }

    /// The reason why a reminder of a kind is not sent.
    private static func problem(_ kind: NotificationKind) -> String {
        switch kind {
        case .partOfDay: "nothing is open, or the condition of the setting does not hold"
        case .category: "no activity of the category is open"
        case .streak:
            "no streak of \(NotificationTexts.shortestStreak) days or more ends with the day"
        case .weighing: "the day has a weight, or one of the three days before has none"
        case .usualWeighing: "the day has a weight, or the newest one is older than a week"
        case .approachingMilestone: "no weight of the day before is close to a milestone"
        case .weeklySummary: "the week has too few weights"
        case .activity, .logging, .milestone, .goalShare, .failedImport, .failedBackup:
            "its condition does not hold"
        }
    }
}
