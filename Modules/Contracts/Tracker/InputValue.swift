import Tracker

/// The value of an entry as entered: a number or the text of an answer. In JSON a number or a string.
package enum InputValue: Hashable, Sendable {
    /// A number.
    case number(Double)
    /// The text of an answer or a note.
    case text(String)
}

extension InputValue {
    /// The value as text for a person.
    package var text: String {
        switch self {
        case .number(let number): plainText(number)
        case .text(let text): text
        }
    }
}

extension InputValue: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else {
            self = .text(try container.decode(String.self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        }
    }
}
