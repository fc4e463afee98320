/// A labelled input with its hint, or the sentence about its value.
struct InputField {
    let label: String
    /// Unique on the page.
    let id: String
    let name: String
    /// The value before the form was posted.
    var value: String?
    var type = "text"
    /// The keyboard of a phone, such as `decimal`.
    var inputMode: String?
    var isRequired = false
    var hint: String?
    /// The posted form, for the value as typed and its problem.
    let input: FormInput

    init(
        _ label: String, id: String, name: String, value: String? = nil, type: String = "text",
        inputMode: String? = nil, isRequired: Bool = false, hint: String? = nil,
        in input: FormInput
    ) {
        self.label = label
        self.id = id
        self.name = name
        self.value = value
        self.type = type
        self.inputMode = inputMode
        self.isRequired = isRequired
        self.hint = hint
        self.input = input
    }

    private var problem: String? { input.problems[name] }

    private var description: String? {
        if problem != nil { return "\(id)-error" }
        return hint == nil ? nil : "\(id)-hint"
    }

    var html: HTML {
        element("div", ["class": "field"]) {
            element("label", ["for": id]) { label }
            element(
                "input",
                [
                    "id": id, "name": name, "type": type, "value": input.typed(name) ?? value,
                    "inputmode": inputMode, "autocomplete": "off",
                    "required": isRequired ? "" : nil,
                    "aria-invalid": problem == nil ? nil : "true",
                    "aria-describedby": description,
                ])
            if let problem {
                element("span", ["class": "error", "id": description]) { problem }
            } else if let hint {
                element("span", ["class": "soft small", "id": description]) { hint }
            }
        }
    }
}

/// A labelled list of choices.
struct SelectField {
    let label: String
    /// Unique on the page.
    let id: String
    let name: String
    /// Values and their texts.
    let options: [(value: String, text: String)]
    /// The value that is selected before the form was posted; nil: the first.
    var selected: String?
    let input: FormInput

    var html: HTML {
        let problem = input.problems[name]
        let current = input.typed(name) ?? selected
        return element("div", ["class": "field"]) {
            element("label", ["for": id]) { label }
            element(
                "select",
                [
                    "id": id, "name": name, "aria-invalid": problem == nil ? nil : "true",
                    "aria-describedby": problem == nil ? nil : "\(id)-error",
                ]
            ) {
                for option in options {
                    element(
                        "option",
                        ["value": option.value, "selected": option.value == current ? "" : nil]
                    ) { option.text }
                }
            }
            if let problem {
                element("span", ["class": "error", "id": "\(id)-error"]) { problem }
            }
        }
    }
}
