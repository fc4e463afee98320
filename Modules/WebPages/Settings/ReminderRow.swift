import Contracts
import RPC
import Tracker

/// The reminder of a part of the day: a switch, a time, a condition and a repetition.
///
/// The fields are the key of the setting with `.on`, `.time`, `.condition` and `.every` after it.
struct ReminderRow: HTMLPart {
    let part: DayPartReminder
    /// The value in the controls.
    let value: String
    /// The reason why the value was refused; nil: it was not.
    let problem: Status?

    private static let repetitions = [1, 2, 3, 4, 6]

    private var key: String { Settings.reminder(part) }
    private var id: String { "s-\(key)" }
    /// The setting in the controls; the default one if the value has no known form.
    private var setting: DayPartReminderSetting {
        DayPartReminderSetting(value) ?? DayPartReminderSetting(part)
    }
    private var name: String { SettingText.value(part.rawValue) }

    var html: HTML {
        let setting = setting
        return element("div", ["class": "stack tight reminder"]) {
            element("div", ["class": "setting"]) {
                element("div") {
                    element("label", ["for": id]) { name }
                    element("span") { "Reminds of what is open in the \(part.rawValue)." }
                }
                element(
                    "input",
                    [
                        "class": "switch", "role": "switch", "type": "checkbox", "id": id,
                        "name": "\(key).on", "checked": setting.minute == nil ? nil : "",
                    ])
            }
            element("div", ["class": "fields"]) {
                field("time", "Time") { time(setting) }
                field("condition", "Condition") { condition(setting) }
                field("every", "Repetition") { repetition(setting) }
            }
            if let problem {
                element("span", ["class": "bad small", "id": "\(id)-error"]) { problem.description }
            }
        }
    }

    private func field(
        _ suffix: String, _ title: String, @HTMLBuilder _ control: () -> HTML
    ) -> HTML {
        element("div", ["class": "field"]) {
            element("label", ["for": "\(id)-\(suffix)"]) {
                title
                element("span", ["class": "visually-hidden"]) {
                    " of the \(part.rawValue) reminder"
                }
            }
            control()
        }
    }

    private func time(_ setting: DayPartReminderSetting) -> HTML {
        element(
            "input",
            [
                "id": "\(id)-time", "name": "\(key).time", "type": "time",
                "value": DayPartReminderSetting.text(minute: setting.minute ?? part.defaultMinute),
                "aria-invalid": problem == nil ? nil : "true",
                "aria-describedby": problem == nil ? nil : "\(id)-error",
            ])
    }

    private func condition(_ setting: DayPartReminderSetting) -> HTML {
        element("select", ["id": "\(id)-condition", "name": "\(key).condition"]) {
            for condition in DayPartReminderSetting.Condition.allCases {
                selectOption(
                    condition.rawValue, isSelected: condition == setting.condition,
                    SettingText.title(condition))
            }
        }
    }

    private func repetition(_ setting: DayPartReminderSetting) -> HTML {
        let hours = Set(Self.repetitions + [setting.everyHours].compactMap(\.self)).sorted()
        return element("select", ["id": "\(id)-every", "name": "\(key).every"]) {
            element("option", ["value": ""]) { "once" }
            for hour in hours {
                selectOption(
                    "\(hour)", isSelected: hour == setting.everyHours,
                    hour == 1 ? "every hour" : "every \(hour) hours")
            }
        }
    }

    /// The value of the setting in a posted form; nil: the form has no such reminder.
    static func value(_ part: DayPartReminder, in form: [String: String]) -> String? {
        let key = Settings.reminder(part)
        guard let time = form["\(key).time"] else { return nil }
        guard form["\(key).on"] != nil else { return "off" }
        let condition = form["\(key).condition"].flatMap {
            DayPartReminderSetting.Condition(rawValue: $0)
        }
        // Some browsers send the time with seconds.
        var words = [String(time.prefix("HH:MM".count))]
        if let condition, condition != .always { words.append(condition.rawValue) }
        if let hours = form["\(key).every"], !hours.isEmpty { words.append("every \(hours)h") }
        return words.joined(separator: " ")
    }
}
