/// A type whose JSON schema has more than the types of its properties show.
package protocol DescribedFields {
    /// By JSON key; a field without a doc comment and without a stated form is absent.
    static var fieldNotes: [String: FieldNote] { get }
}

/// The description of a JSON field.
package struct FieldNote: Hashable, Sendable {
    /// The doc comment of the property on one line; nil without one.
    package var description: String?
    /// The forms that a value may have; empty where the type of the property shows the form.
    package var forms: [FieldForm]

    package init(_ description: String?, _ forms: FieldForm...) {
        self.description = description
        self.forms = forms
    }
}

/// The form of a JSON value.
package enum FieldForm: Hashable, Sendable {
    /// A day, `YYYY-MM-DD`.
    case day
    /// An instant of RFC 3339.
    case instant
    /// A whole number in a range.
    case range(ClosedRange<Int64>)
}
