/// The name of a JSON field: the coding key of every message.
///
/// A key type for each message would add five conformances to the program for each. The Swift runtime
/// searches all conformances of a program once for each type that it meets, and a command meets few
/// types.
package struct MessageKey: CodingKey, ExpressibleByStringLiteral {
    package let stringValue: String
    /// Nil: a message has no numbered fields.
    package var intValue: Int? { nil }

    package init(stringValue: String) {
        self.stringValue = stringValue
    }

    package init(stringLiteral name: String) {
        stringValue = name
    }

    package init?(intValue: Int) { nil }
}
