/// The controls of a form with their messages. The identifier of a control is `f-` and its name.
struct FormInputs {
    let form: ActivityForm
    /// The messages by name of the field.
    let errors: [String: String]

    /// A field for one line of text.
    func text(
        _ label: String, _ name: String, type: String = "text", mode: String? = nil,
        hint: String? = nil, isRequired: Bool = false, maximumLength: Int? = nil
    ) -> HTML {
        element("div", ["class": "field"]) {
            element("label", ["for": "f-\(name)"]) { label }
            element(
                "input",
                [
                    "id": "f-\(name)", "name": name, "type": type, "inputmode": mode,
                    "value": form[name].isEmpty ? nil : form[name],
                    "required": isRequired ? "" : nil, "maxlength": maximumLength.map { "\($0)" },
                    "autocomplete": "off",
                    "aria-invalid": errors[name] == nil ? nil : "true",
                    "aria-describedby": description(of: name, hint),
                ])
            message(name, hint)
        }
    }

    /// A choice of options. An option that is absent but current is added.
    func select(
        _ label: String, _ name: String, _ options: [(value: String, title: String)],
        hint: String? = nil
    ) -> HTML {
        let isKnown = options.contains { $0.value == form[name] }
        let all = isKnown ? options : options + [(form[name], form[name])]
        return element("div", ["class": "field"]) {
            element("label", ["for": "f-\(name)"]) { label }
            element(
                "select",
                [
                    "id": "f-\(name)", "name": name,
                    "aria-invalid": errors[name] == nil ? nil : "true",
                    "aria-describedby": description(of: name, hint),
                ]
            ) {
                for option in all {
                    element(
                        "option",
                        [
                            "value": option.value,
                            "selected": option.value == form[name] ? "" : nil,
                        ]
                    ) { option.title }
                }
            }
            message(name, hint)
        }
    }

    /// A group of controls with a heading and the message of `name`.
    func fieldset(
        _ legend: String, _ name: String, @HTMLBuilder _ content: () -> HTML
    ) -> HTML {
        element(
            "fieldset",
            [
                "class": "stack tight", "id": "f-\(name)",
                "aria-describedby": description(of: name, nil),
            ]
        ) {
            element("legend", ["class": "soft small"]) { legend }
            content()
            message(name, nil)
        }
    }

    /// A box that is checked or not.
    func box(_ label: String, _ name: String, isSwitch: Bool = false) -> HTML {
        element("label", ["class": "pick"]) {
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
    func radio(_ name: String, _ value: String) -> HTML {
        element(
            "input",
            [
                "type": "radio", "id": "f-\(name)-\(value)", "name": name, "value": value,
                "checked": form[name] == value ? "" : nil,
            ])
    }

    private func description(of name: String, _ hint: String?) -> String? {
        if errors[name] != nil { return "f-\(name)-error" }
        return hint == nil ? nil : "f-\(name)-hint"
    }

    private func message(_ name: String, _ hint: String?) -> HTML? {
        if let error = errors[name] {
            return element("span", ["class": "error bad small", "id": "f-\(name)-error"]) { error }
        }
        return hint.map { hint in
            element("span", ["class": "soft small", "id": "f-\(name)-hint"]) { hint }
        }
    }
}
