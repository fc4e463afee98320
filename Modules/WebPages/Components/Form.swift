/// A form that posts `fields` and its content to a path. Scripts send it without a reload if it is enhanced.
/// `queue` is the name of the change while it waits for a connection; nil: it cannot wait.
func form(
    _ path: String, _ visitor: Visitor, class name: String? = nil,
    fields: KeyValuePairs<String, String> = [:], queue: String? = nil, isEnhanced: Bool = true,
    @HTMLBuilder _ content: () -> HTML
) -> HTML {
    element(
        "form",
        [
            "method": "post", "action": path, "class": name,
            "data-enhance": isEnhanced ? "" : nil,
            "data-queue": queue,
        ]
    ) {
        formToken(visitor)
        FormKey.field
        for (name, value) in fields { hidden(name, value) }
        content()
    }
}

/// The buttons of a form that changes or deletes the record with an identifier.
func saveAndDelete(_ id: String) -> HTML {
    element("div", ["class": "row apart"]) {
        button("Save", class: "button main", id: "save-\(id)")
        button("Delete", class: "button bad", id: "delete-\(id)", name: "action", value: "delete")
    }
}

/// The hidden field by which the server knows its own forms.
func formToken(_ visitor: Visitor) -> HTML { hidden("csrf", visitor.formToken) }

func hidden(_ name: String, _ value: String) -> HTML {
    element("input", ["type": "hidden", "name": name, "value": value])
}

/// Random keys of forms, so that a form that is sent twice changes data once.
enum FormKey {
    /// A hidden field with a new key.
    static var field: HTML {
        .unstable(hidden("key", String(UInt64.random(in: .min ... .max), radix: 36)))
    }
}
