/// A labelled input with its hint, or the sentence about its value.
struct InputField: HTMLPart {
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
    /// The greatest number of characters; nil: any.
    var maximumLength: Int?
    var hint: String?
    /// The choices of the form for which scripts show the field; nil: all.
    var shown: String?
    /// The posted form, for the value as typed and its problem.
    let input: FormInput

    init(
        _ label: String, id: String, name: String, value: String? = nil, type: String = "text",
        inputMode: String? = nil, isRequired: Bool = false, maximumLength: Int? = nil,
        hint: String? = nil, in input: FormInput
    ) {
        self.label = label
        self.id = id
        self.name = name
        self.value = value
        self.type = type
        self.inputMode = inputMode
        self.isRequired = isRequired
        self.maximumLength = maximumLength
        self.hint = hint
        self.input = input
    }

    var html: HTML {
        let message = FieldMessage(id: id, problem: input.problems[name], hint: hint)
        return element("div", ["class": "field", "data-shown": shown]) {
            element("label", ["for": id]) { label }
            element(
                "input",
                [
                    "id": id, "name": name, "type": type, "value": input.typed(name) ?? value,
                    "inputmode": inputMode, "autocomplete": "off",
                    "required": isRequired ? "" : nil,
                    "maxlength": maximumLength.map { "\($0)" },
                    "aria-invalid": message.isProblem ? "true" : nil,
                    "autofocus": message.isProblem ? "" : nil,
                    "aria-describedby": message.description,
                ])
            message.html
        }
    }
}

/// A labelled list of choices.
struct SelectField: HTMLPart {
    let label: String
    /// Unique on the page.
    let id: String
    let name: String
    /// Values and their texts.
    let options: [(value: String, text: String)]
    /// The value that is selected before the form was posted; nil: the first.
    var selected: String?
    var hint: String?
    /// The choices of the form for which scripts show the field; nil: all.
    var shown: String?
    let input: FormInput

    var html: HTML {
        let message = FieldMessage(id: id, problem: input.problems[name], hint: hint)
        let current = input.typed(name) ?? selected
        return element("div", ["class": "field", "data-shown": shown]) {
            element("label", ["for": id]) { label }
            element(
                "select",
                [
                    "id": id, "name": name, "aria-invalid": message.isProblem ? "true" : nil,
                    "autofocus": message.isProblem ? "" : nil,
                    "aria-describedby": message.description,
                ]
            ) {
                for option in options {
                    selectOption(option.value, isSelected: option.value == current, option.text)
                }
            }
            message.html
        }
    }
}

/// The sentence about the value of a control, or else its hint.
struct FieldMessage {
    /// The identifier of the control.
    let id: String
    let problem: String?
    let hint: String?

    var isProblem: Bool { problem != nil }

    /// The identifier of the element; nil without a sentence and a hint.
    var description: String? {
        if isProblem { return "\(id)-error" }
        return hint == nil ? nil : "\(id)-hint"
    }

    var html: HTML? {
        (problem ?? hint).map { text in
            element("span", ["class": isProblem ? "error" : "soft small", "id": description]) {
                text
            }
        }
    }
}
