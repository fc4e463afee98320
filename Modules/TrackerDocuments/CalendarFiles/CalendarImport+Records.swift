import CivilTime
import Texts
import Tracker

extension CalendarImport {
    /// Adds reminders on the days of `times`.
    mutating func addListed(
        _ times: [CalendarTime], of item: CalendarItem, to result: inout Item
    ) {
        for time in times where measurableDays.contains(time.local.date) {
            addReminder(of: item, on: time, key: " \(time.local.date)", to: &result)
        }
    }

    /// Adds a reminder on the day of `time`, or until it is done for nil.
    mutating func addReminder(
        of item: CalendarItem, on time: CalendarTime?, key: String, to result: inout Item
    ) {
        let day = time.map { clocks.local($0).date }
        let done = item.isCompleted ? item.completed.map { clocks.local($0).date } ?? day : nil
        // The day of completion of a completed task is its only day.
        guard !item.isCompleted || done != nil else { return }
        let created = [today, day, done].compactMap(\.self).min() ?? today
        guard var activity = activity(of: item, key: key, created: created) else { return }
        activity.configuration.schedule = time == nil ? .sticky : .adhoc(day)
        if let time { activity.configuration.window = window(of: item, time) }
        result.activities.append(activity)
        if let done {
            result.entries.append(
                Entry(
                    id: Entry.ID(StableIdentifier.text(for: "done \(activity.id)")),
                    activity: activity.id, day: done, outcome: .completed(value: nil)))
        }
    }

    /// An activity of `item`, whose identifier is derived from its UID and `key`; nil above the limit.
    mutating func activity(
        of item: CalendarItem, key: String, created: CivilDate
    ) -> Activity? {
        guard canAddRecord() else { return nil }
        let category = item.categories.compactMap { categories[$0.trimmed.lowercased()] }.first
        return Activity(
            id: Activity.ID(StableIdentifier.text(for: "calendar \(item.uid)\(key)")),
            name: item.name, created: created,
            appearance: AppearanceSuggestion(name: item.name)?.appearance ?? .activity,
            category: category)
    }

    /// Counts a record.
    /// - Returns: False above the limit, which is a problem once.
    mutating func canAddRecord() -> Bool {
        recordCount += 1
        if recordCount == Self.recordLimit {
            problems.append(
                CalendarFile.Problem(
                    reason: "the calendar has more than \(Self.recordLimit) days; the others are "
                        + "left out", line: 0, offset: 0))
        }
        return recordCount < Self.recordLimit
    }

    /// The hours of a timed item, rounded to whole hours; nil for a whole day.
    mutating func window(of item: CalendarItem, _ time: CalendarTime) -> TimeWindow? {
        guard time.clock != .date else { return nil }
        let second = clocks.local(time).secondOfDay
        let end = min(24, (second + max(item.seconds, 1) + 3599) / 3600)
        return TimeWindow(startHour: second / 3600, endHour: end)
    }
}

extension CalendarItem {
    var type: String { isTask ? "VTODO" : "VEVENT" }
}
