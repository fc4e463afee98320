import Texts

/// The state of a record when its form was rendered, in a hidden field of the form. A form of an older state
/// overwrites no newer change.
enum Revision {
    static let field = "revision"

    /// The state of a record with these values; nil: a value is absent.
    static func of(_ values: [String?]) -> String {
        stableHash(values.map { $0.map { "\($0.utf8.count):\($0)" } ?? "-" }.joined()).hexDigits
    }

    /// The hidden field. While a person edits the form, scripts leave its value unchanged.
    static func input(_ revision: String) -> HTML {
        element(
            "input",
            ["type": "hidden", "name": field, "value": revision, "data-revision": ""])
    }

    /// True if the record has changed since the form was rendered. A form without the field has no state.
    static func isStale(_ form: [String: String], current: String) -> Bool {
        form[field].map { $0 != current } ?? false
    }
}
