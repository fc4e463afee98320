import Contracts
import RPC

/// One setting with its control: words to choose from, or a field.
struct SettingRow {
    let definition: SettingDefinition
    /// The value in the control: the stored one, the default, or the one that was refused.
    let value: String
    /// The reason why the value was refused; nil: it was not.
    let problem: Status?

    private var id: String { "s-\(definition.key)" }

    /// True if all values are listed.
    private var isChoice: Bool {
        definition.choices == definition.allowed
    }

    var html: HTML { isChoice ? choice : field }

    private var choice: HTML {
        element("fieldset", ["class": "setting"]) {
            element("div") {
                element("legend") { SettingText.title(definition) }
                element("span") { definition.summary }
            }
            element("div", ["class": "segments"]) {
                for word in definition.allowed {
                    element("label") {
                        radio(
                            id: "\(id)-\(word)", name: definition.key, value: word,
                            isChecked: word == value)
                        SettingText.value(word, of: definition.key)
                    }
                }
            }
            error
        }
    }

    private var field: HTML {
        element("div", ["class": "setting"]) {
            element("div") {
                element("label", ["for": id]) { SettingText.title(definition) }
                element("span") {
                    "\(definition.summary) Allowed: \(definition.allowed.joined(separator: ", "))."
                }
            }
            element("div", ["class": "field"]) {
                element(
                    "input",
                    [
                        "id": id, "name": definition.key, "type": "text", "value": value,
                        "autocomplete": "off", "aria-invalid": problem == nil ? nil : "true",
                        "aria-describedby": problem == nil ? nil : "\(id)-error",
                    ])
                error
            }
        }
    }

    private var error: HTML? {
        problem.map { problem in
            element("span", ["class": "error", "id": "\(id)-error"]) { problem.description }
        }
    }
}
