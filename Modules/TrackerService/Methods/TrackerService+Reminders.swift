import CivilTime
import Contracts
import RPC
import Tracker
import TrackerRules

extension TrackerService {
    func registerReminders(on router: inout Router) {
        router.handle(Journal.reminders) { [self] request, context in
            let (snapshot, today) = try await snapshot(context, on: request.on)
            let reminders = snapshot.history.reminders(on: today) {
                snapshot.partReminders[$0] ?? DayPartReminderSetting($0)
            }
            return Journal.RemindersResponse(
                date: today, reminders: reminders.map(Journal.ReminderItem.init))
        }
    }
}

extension Journal.ReminderItem {
    /// The number of names in the text; others are counted.
    private static let nameLimit = 3

    fileprivate init(_ reminder: DayReminder) {
        let more = reminder.open.count - Self.nameLimit
        let names = reminder.open.prefix(Self.nameLimit).joined(separator: ", ")
        self.init(
            part: reminder.part.rawValue, setting: reminder.setting.text,
            times: reminder.minutes.map(DayPartReminderSetting.text(minute:)),
            holds: reminder.isDue,
            title: reminder.open.count == 1
                ? "1 thing is open" : "\(reminder.open.count) things are open",
            body: more > 0 ? "\(names) and \(more) more" : names)
    }
}
