/// The controls of a form with their messages. The identifier of a control is `f-` and its name.
struct FormInputs {
    let form: ActivityForm
    /// The messages by name of the field.
    let errors: [String: String]

    private var input: FormInput { FormInput("activity", form.values, problems: errors) }

    /// A field for one line of text. Scripts show it only for the choices of `shown`.
    func text(
        _ label: String, _ name: String, value: String? = nil, type: String = "text",
        mode: String? = nil, hint: String? = nil, isRequired: Bool = false,
        maximumLength: Int? = nil, shown: String? = nil
    ) -> HTML {
        var field = InputField(
            label, id: "f-\(name)", name: name, value: value, type: type, inputMode: mode,
            isRequired: isRequired, maximumLength: maximumLength, hint: hint, in: input)
        field.shown = shown
        return field.html
    }

    /// A choice of options. An option that is absent but current is added.
    func select(
        _ label: String, _ name: String, _ options: [(value: String, title: String)],
        hint: String? = nil, shown: String? = nil
    ) -> HTML {
        let isKnown = options.contains { $0.value == form[name] }
        let all = isKnown ? options : options + [(form[name], form[name])]
        return SelectField(
            label: label, id: "f-\(name)", name: name,
            options: all.map { ($0.value, $0.title) }, selected: form[name], hint: hint,
            shown: shown, input: input
        ).html
    }

    /// A group of controls with a heading and the message of `name`.
    func fieldset(
        _ legend: String, _ name: String, shown: String? = nil, @HTMLBuilder _ content: () -> HTML
    ) -> HTML {
        let message = FieldMessage(id: "f-\(name)", problem: errors[name], hint: nil)
        return element(
            "fieldset",
            [
                "class": "stack tight", "id": "f-\(name)",
                "aria-describedby": message.description, "data-shown": shown,
            ]
        ) {
            element("legend", ["class": "soft small"]) { legend }
            content()
            message.html
        }
    }

    /// A box that is checked or not.
    func box(
        _ label: String, _ name: String, isSwitch: Bool = false, shown: String? = nil
    ) -> HTML {
        element("label", ["class": "pick", "data-shown": shown]) {
            element(
                "input",
                [
                    "class": isSwitch ? "switch" : nil, "type": "checkbox", "id": "f-\(name)",
                    "name": name, "value": "1", "checked": form.isChecked(name) ? "" : nil,
                ])
            if isSwitch { element("span") { label } } else { label }
        }
    }

    /// One choice of a group of choices, without its label.
    func choice(_ name: String, _ value: String) -> HTML {
        radio(id: "f-\(name)-\(value)", name: name, value: value, isChecked: form[name] == value)
    }
}
