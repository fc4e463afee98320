import CivilTime
import Contracts
import Presentation
import Tracker

/// The form of an activity as texts, as typed or as stored. An unchecked box and an empty field are
/// absent.
struct ActivityForm: Equatable {
    private(set) var values: [String: String] = [:]

    /// The names of the fields that describe an activity, with their labels.
    static let labels: KeyValuePairs<String, String> = [
        "name": "Name", "category": "Category", "type": "Type", "schedule": "Repeats",
        "weekday-1": "Monday", "weekday-2": "Tuesday", "weekday-3": "Wednesday",
        "weekday-4": "Thursday", "weekday-5": "Friday", "weekday-6": "Saturday",
        "weekday-7": "Sunday", "monthDays": "Days of the month", "every": "Every",
        "everyUnit": "Days or weeks", "times": "Times", "timesPer": "Times in", "day": "Day",
        "rule": "Rule",
        "slot-allDay": "All day", "slot-morning": "Morning", "slot-afternoon": "Afternoon",
        "slot-evening": "Evening", "per": "Amount for", "atMost": "At most", "start": "From hour",
        "end": "To hour",
        "carryForward": "Carry over until done", "target": "Amount", "unit": "Unit",
        "minimum": "Least number", "maximum": "Greatest number", "mode": "Amounts of a day are",
        "measures": "Measurement", "views": "Views", "answer": "Answer", "options": "Options",
        "health": "Metric", "healthMode": "Direction", "isPassive": "Only read from health data",
        "icon": "Icon", "color": "Colour", "after": "Listed after",
    ]
    /// The names of fields that choose the request instead of describing the activity.
    static let requestNames = ["container", "on", "scope"]

    /// The form of a new activity.
    init() {
        values = [
            "type": "checkbox", "schedule": "daily", "mode": "sum", "measures": "value",
            "answer": "text", "healthMode": "read", "per": "day", "everyUnit": "day",
            "timesPer": "week",
        ]
    }

    /// The form as typed.
    init(_ fields: [String: String]) {
        for name in Self.labels.map({ $0.key }) + Self.requestNames {
            if let text = fields[name]?.trimmed, !text.isEmpty { values[name] = text }
        }
        values["color"] = fields["noColor"] == nil ? values["color"].flatMap(Self.color) : nil
    }

    /// A colour as the form has it: browsers write lower case. Nil for the default, which has no place in the
    /// form.
    private static func color(_ text: String) -> String? {
        guard text.hasPrefix("#") else { return text }
        return text.uppercased() == Appearance.activity.color ? nil : text.uppercased()
    }

    /// The form of a stored activity.
    init(_ item: Activities.Item) {
        self.init()
        values["name"] = item.name
        values["category"] = item.category
        values["type"] = item.type.rawValue
        values["schedule"] = item.schedule.name.rawValue
        switch item.schedule {
        case .weekly(let days): for day in days { values["weekday-\(day)"] = "1" }
        case .monthly(let days):
            values["monthDays"] = days.sorted().map(String.init).joined(separator: ", ")
        case .everyDays(let count):
            values["every"] = "\(count)"
        case .everyWeeks(let count, let days, _):
            values["every"] = "\(count)"
            values["everyUnit"] = "week"
            for day in days { values["weekday-\(day)"] = "1" }
        case .times(let count, let period):
            values["times"] = "\(count)"
            values["timesPer"] = period.name.rawValue
        case .adhoc(let day): values["day"] = day.map { "\($0)" }
        case .daily, .sticky: break
        }
        // An activity with one session needs no choice of slots: its slot follows from the time window,
        // and with hours also from the parts of the day of the profile.
        if item.followsHours != true, item.slots != [item.window?.slot ?? .allDay] {
            for slot in item.slots { values["slot-\(slot.rawValue)"] = "1" }
        }
        if let window = item.window {
            values["start"] = "\(window.startHour ?? window.slot.startHour)"
            values["end"] = window.endHour.map { "\($0)" }
        }
        values["carryForward"] = item.carryForward ? "1" : nil
        values["target"] = item.target.map(NumberText.input)
        values["per"] = (item.per ?? .day).rawValue
        values["atMost"] = item.atMost == true ? "1" : nil
        values["unit"] = item.unit
        values["minimum"] = item.minimum.map(NumberText.input)
        values["maximum"] = item.maximum.map(NumberText.input)
        values["mode"] = (item.mode ?? .sum).rawValue
        values["measures"] = (item.measures ?? .value).rawValue
        values["views"] = item.views?.joined(separator: ", ")
        values["answer"] = item.answer ?? "text"
        values["options"] = item.options?.joined(separator: ", ")
        values["health"] = item.health?.metric
        values["healthMode"] = (item.health?.mode ?? .read).rawValue
        values["isPassive"] = item.isPassive ? "1" : nil
        values["icon"] = item.icon
        values["color"] = item.color.hasPrefix("#") ? Self.color(item.color) : nil
        values["after"] = item.after
    }

    subscript(name: String) -> String {
        get { values[name] ?? "" }
        set { values[name] = newValue.isEmpty ? nil : newValue }
    }

    func isChecked(_ name: String) -> Bool { values[name] != nil }

    /// The fields that differ from another form, with their labels.
    func differences(from other: Self) -> [(name: String, label: String)] {
        Self.labels.filter { values[$0.key] != other.values[$0.key] }
            .map { (name: $0.key, label: $0.value) }
    }

    /// The text of a field for people.
    func text(of name: String) -> String {
        guard let value = values[name] else { return "–" }
        switch name {
        case "type": return ActivityType(rawValue: value)?.texts.name ?? value
        case "icon": return ActivityIcon.name(value)
        case _ where Self.isBox(name): return "yes"
        default: return value
        }
    }

    /// True for a field that is checked or not.
    static func isBox(_ name: String) -> Bool {
        name.hasPrefix("weekday-") || name.hasPrefix("slot-")
            || ["carryForward", "isPassive", "atMost"].contains(name)
    }
}
