import Memberwise

/// A record identifier, typed by the kind of record.
@Memberwise
package struct Identifier<Subject>: RawRepresentable, Hashable, Comparable, Codable, Sendable {
    package let rawValue: String

    package init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    package init(from decoder: any Decoder) throws {
        rawValue = try decoder.singleValueContainer().decode(String.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }

    package static func < (left: Self, right: Self) -> Bool {
        left.rawValue < right.rawValue
    }
}

extension Identifier: ExpressibleByStringLiteral {
    package init(stringLiteral value: String) {
        rawValue = value
    }
}

extension Identifier: CustomStringConvertible {
    package var description: String { rawValue }
}
