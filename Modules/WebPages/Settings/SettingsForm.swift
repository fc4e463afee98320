import Contracts
import RPC
import Tracker

/// The values of a posted settings form.
struct SettingsForm {
    /// The values by key, of the settings that the form has.
    let values: [String: String]
    /// The refused values by key; empty: all values are valid.
    let problems: [String: Status]

    init(_ form: [String: String]) {
        var values: [String: String] = [:]
        for part in DayPartReminder.allCases {
            values[Settings.reminder(part)] = ReminderRow.value(part, in: form)
        }
        values[Settings.dayParts] = DayPartsRow.value(in: form)
        for definition in SettingDefinition.all {
            if let value = form[definition.key] {
                values[definition.key] = value.trimmingSpaces
            }
        }
        var problems: [String: Status] = [:]
        for definition in SettingDefinition.all {
            guard let value = values[definition.key] else { continue }
            do throws(Status) {
                values[definition.key] = try definition.value(of: value)
            } catch {
                problems[definition.key] = error
            }
        }
        self.values = values
        self.problems = problems
    }

    /// The state of the settings with these stored values.
    static func revision(of stored: [String: String]) -> String {
        Revision.of(SettingDefinition.all.map { stored[$0.key] })
    }

    /// The settings that differ from the stored ones, with names for people.
    func differences(
        from stored: [String: String]
    ) throws(Status) -> [(label: String, saved: String, typed: String)] {
        var differences: [(label: String, saved: String, typed: String)] = []
        for change in changes(to: stored) {
            let definition = try SettingDefinition.named(change.key)
            let saved = stored[change.key] ?? definition.defaultValue
            differences.append(
                (
                    SettingText.title(definition), SettingText.value(saved, of: change.key),
                    SettingText.value(change.value, of: change.key)
                ))
        }
        return differences
    }

    /// The settings that differ from the stored ones, in the order of the definitions.
    func changes(to stored: [String: String]) -> [(key: String, value: String)] {
        SettingDefinition.all.compactMap { definition in
            guard let value = values[definition.key],
                value != stored[definition.key] ?? definition.defaultValue
            else { return nil }
            return (definition.key, value)
        }
    }
}

extension String {
    /// The text without spaces at its ends.
    var trimmingSpaces: String {
        let start = drop { $0.isWhitespace }
        guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...end])
    }
}
