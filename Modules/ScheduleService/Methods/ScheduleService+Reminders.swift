import CivilTime
import Contracts
import RPC
import Scheduling
import Tracking

extension ScheduleService {
    func registerReminders(on router: inout Router) {
        router.handle(Journal.reminders) { [self] request, context in
            let (book, today) = try await opened(context, on: request.on)
            let reminders = book.diary.reminders(on: today) {
                book.partReminders[$0] ?? PartReminder($0)
            }
            return Journal.Reminders(
                date: today, reminders: reminders.map(Journal.PartOfDay.init))
        }
    }
}

extension Journal.PartOfDay {
    /// Names that are told; more are counted.
    private static let namesTold = 3

    fileprivate init(_ reminder: DayReminder) {
        let more = reminder.open.count - Self.namesTold
        let names = reminder.open.prefix(Self.namesTold).joined(separator: ", ")
        self.init(
            part: reminder.part.rawValue, setting: reminder.setting.text,
            times: reminder.minutes.map(PartReminder.text(minute:)), holds: reminder.holds,
            title: reminder.open.count == 1
                ? "1 thing is open" : "\(reminder.open.count) things are open",
            body: more > 0 ? "\(names) and \(more) more" : names)
    }
}
