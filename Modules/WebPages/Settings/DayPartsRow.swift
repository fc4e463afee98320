import Contracts
import RPC
import Tracker

/// The times at which the parts of the day begin.
///
/// The fields are the key of the setting with the name of a part after it, such as
/// `dayParts.morning`.
struct DayPartsRow: HTMLPart {
    /// The stored value, or the times of a refused form, which may be empty.
    let value: String
    /// The reason why the value was refused; nil: it was not.
    let problem: Status?

    private static let id = "s-\(Settings.dayParts)"

    private static func name(_ part: DayPartReminder) -> String {
        "\(Settings.dayParts).\(part.rawValue)"
    }

    private var times: [String] {
        value.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    }

    var html: HTML {
        element("fieldset", ["class": "stack tight", "id": Self.id]) {
            element("legend") { SettingText.title(Settings.dayParts) }
            element("span", ["class": "soft small"]) {
                "Each part lasts until the next one, and the evening until midnight. The night "
                    + "belongs to the morning."
            }
            element("div", ["class": "fields"]) {
                for (part, time) in zip(DayPartReminder.allCases, times) { field(part, time) }
            }
            if let problem {
                element("span", ["class": "bad small", "id": "\(Self.id)-error"]) {
                    problem.description
                }
            }
        }
    }

    private func field(_ part: DayPartReminder, _ time: String) -> HTML {
        let id = "\(Self.id)-\(part.rawValue)"
        return labelled("\(SettingText.value(part.rawValue)) from", for: id) {
            element(
                "input",
                [
                    "id": id, "name": Self.name(part), "type": "time", "value": time,
                    "required": "", "aria-invalid": problem == nil ? nil : "true",
                    "aria-describedby": problem == nil ? nil : "\(Self.id)-error",
                ])
        }
    }

    /// The value of the setting in a posted form; nil: the form has no parts of the day.
    static func value(in form: [String: String]) -> String? {
        let times = DayPartReminder.allCases.compactMap { form[name($0)] }
        guard times.count == DayPartReminder.allCases.count else { return nil }
        // Some browsers send the time with seconds.
        return times.map { $0.prefix("HH:MM".count) }.joined(separator: " ")
    }
}
