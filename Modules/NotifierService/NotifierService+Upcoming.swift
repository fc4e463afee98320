import CivilTime
import Contracts
import Notifications
import RPC
import Tracker

extension NotifierService {
    /// The notifications of the next day with reminders, and why each is or is not sent, with the facts of
    /// now.
    func upcoming(_ profile: String) async throws -> [Contracts.Notifications.Next] {
        let planner = try await context.reader.planner(of: profile)
        let now = context.now()
        let position = planner.start(at: now)
        let upcoming = planner.upcoming(after: position, at: now)
        guard let day = upcoming.first?.reminder.day else { return [] }
        let state = try await context.reader.state(
            of: profile, on: day, for: Set(upcoming.map(\.reminder.kind)))
        let texts = NotificationTexts(planner.rules, state)
        let channels = context.channels(of: profile)
        return upcoming.map { at, reminder in
            let text = texts.text(of: reminder)
            let names =
                text == nil
                ? [] : channels.filter { !$0.without.contains(reminder.kind) }.map(\.name)
            return Contracts.Notifications.Next(
                at: instantText(at), local: planner.zones.localTime(at: at).description,
                what: text?.line ?? reminder.kind.rawValue,
                why: reason(reminder, text != nil, at, planner, state, names), channels: names)
        }
    }

    private func reason(
        _ reminder: PlannedReminder, _ holds: Bool, _ at: Int64, _ planner: NotificationPlanner,
        _ state: DayState, _ channels: [String]
    ) -> String {
        let time = DayPartReminderSetting.text(minute: reminder.minute)
        let source =
            switch reminder.kind {
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
        let isMoved = planner.zones.instant(of: reminder.time) != at
        let outcome =
            if state.isVacation {
                "the day is a vacation day, so nothing is sent"
            } else if !holds {
                "its condition does not hold now, so nothing is sent"
            } else if channels.isEmpty {
                "no channel sends notifications of this kind"
            } else if isMoved {
                "quiet hours delay the notification"
            } else {
                "its condition holds now"
            }
        return "\(source); \(outcome)."
    }
}
