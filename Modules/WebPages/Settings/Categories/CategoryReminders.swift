import CivilTime
import Contracts
import Tracker

/// The reminders of a category as texts, as typed or as stored. An unchecked box and an empty field are
/// absent.
struct CategoryReminders: Equatable {
    /// The name of the form in the posted fields.
    static let formName = "category-reminders"

    /// The names of the fields with their labels.
    static let labels: KeyValuePairs<String, String> = [
        "active": "Send reminders", "times": "Times", "frequency": "Repeats",
        "everyDays": "Days between reminders", "weekday-1": "Monday", "weekday-2": "Tuesday",
        "weekday-3": "Wednesday", "weekday-4": "Thursday", "weekday-5": "Friday",
        "weekday-6": "Saturday", "weekday-7": "Sunday", "start": "First day", "end": "Last day",
    ]

    private(set) var values: [String: String] = [:]

    init(_ fields: [String: String]) {
        for (name, _) in Self.labels {
            if let text = fields[name]?.trimmed, !text.isEmpty { values[name] = text }
        }
        setTimes(timeTexts(values["times"]))
    }

    init(_ category: Categories.Item) {
        // Without a distance, reminders of a custom schedule are on weekdays.
        let isWeekly = category.frequency == .custom && category.everyDays == nil
        values["active"] = category.isActive ? "1" : nil
        values["frequency"] =
            (isWeekly ? ReminderPlan.Frequency.weekly : category.frequency).rawValue
        values["everyDays"] = category.everyDays.map { "\($0)" }
        for day in category.weekdays { values[WeekdayBoxes.name(day)] = "1" }
        values["start"] = category.start.map { "\($0)" }
        values["end"] = category.end.map { "\($0)" }
        setTimes(category.times.map(DayPartReminderSetting.text(minute:)))
    }

    private mutating func setTimes(_ times: [String]) {
        values["times"] = times.isEmpty ? nil : times.joined(separator: ", ")
    }

    /// The state of the stored reminders.
    var revision: String { Revision.of(Self.labels.map { values[$0.key] }) }

    /// The fields that differ from those of the stored reminders, with their texts for people.
    func differences(from stored: Self) -> [(label: String, saved: String, typed: String)] {
        Self.labels.filter { values[$0.key] != stored.values[$0.key] }.map { name, label in
            (label, stored.text(of: name), text(of: name))
        }
    }

    private func text(of name: String) -> String {
        guard let value = values[name] else { return "–" }
        if name == "frequency" {
            return ReminderPlan.Frequency(rawValue: value).map(Self.title) ?? value
        }
        return name == "active" || name.hasPrefix("weekday-") ? "yes" : value
    }

    static func title(_ frequency: ReminderPlan.Frequency) -> String {
        switch frequency {
        case .daily: "Daily"
        case .weekly: "On weekdays"
        case .monthly: "Monthly"
        case .custom: "Every few days"
        case .once: "Once"
        }
    }

    /// The request with the fields that differ from those of the stored reminders. Fields that are not valid
    /// get a sentence in `input`.
    func change(
        of name: String, from stored: Self, _ input: inout FormInput
    ) -> Categories.ChangeRequest {
        var change = Categories.ChangeRequest(name: name)
        func isChanged(_ name: String) -> Bool { values[name] != stored.values[name] }
        if isChanged("active") { change.isActive = values["active"] != nil }
        if isChanged("times") {
            change.times = timeTexts(values["times"]).compactMap { text in
                let minute = minuteOfDay(text)
                if minute == nil {
                    input.reject(
                        "“\(text)” is not a time of day. Write times as 08:00, 21:30.", "times")
                }
                return minute
            }
        }
        let frequency = values["frequency"].flatMap { ReminderPlan.Frequency(rawValue: $0) }
        if isChanged("frequency") { change.frequency = frequency }
        if frequency == .custom, isChanged("frequency") || isChanged("everyDays") {
            change.everyDays = input.integer("everyDays")
            if change.everyDays == nil, input.problems["everyDays"] == nil {
                input.reject(
                    "Write the number of days from one to the next, such as 3.", "everyDays")
            }
        }
        if (1...7).contains(where: { isChanged(WeekdayBoxes.name($0)) }) {
            change.weekdays = WeekdayBoxes.checked(in: values)
        }
        if isChanged("start") { change.start = input.day("start").map { "\($0)" } ?? "" }
        if isChanged("end") { change.end = input.day("end").map { "\($0)" } ?? "" }
        return change
    }
}
