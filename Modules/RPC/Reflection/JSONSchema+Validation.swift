import JSON

/// The first value of a text that does not match a schema.
package struct SchemaMismatch: Error, Hashable, CustomStringConvertible {
    /// Keys and element indices that lead to the value, separated by points.
    package var path: String
    package var expected: String

    package var description: String {
        "\(path.isEmpty ? "the body" : "\"\(path)\"") is not \(expected)"
    }
}

extension JSONSchema {
    /// Validates a body. Keys that an object's schema does not have are allowed, as in JSON Schema.
    /// - Throws: A `SchemaMismatch` for the first value that does not match, a `JSONFault` if the text is
    ///   not JSON.
    package func validate(_ body: Bytes) throws {
        let tape = try JSONTape(body.isEmpty ? Bytes("{}") : body)
        try validate(tape, at: 0)
    }

    private func validate(_ tape: JSONTape, at index: Int) throws {
        let token = tape.tokens[index]
        switch (self, token.kind) {
        case (.any, _), (.null, .null), (.boolean, .yes), (.boolean, .no), (.integer, .whole),
            (.number, .whole), (.number, .fraction), (.string, .text), (.string, .escaped):
            return
        case (.range(let range), .whole):
            let number: Int64 = try tape.integer(at: index)
            guard range.contains(number) else { throw mismatch(tape, index) }
        case (.choice(let choices), .text), (.choice(let choices), .escaped):
            guard choices.contains(try tape.text(at: index)) else { throw mismatch(tape, index) }
        case (.formatted(let format), .text):
            guard format.accepts(try tape.text(at: index)) else { throw mismatch(tape, index) }
        case (.array(let element), .array):
            var position = index + 1
            for _ in 0..<token.count {
                try element.validate(tape, at: position)
                position = Int(tape.tokens[position].next)
            }
        case (.map(let value), .object):
            try tape.forEachMember(of: index) { try value.validate(tape, at: $1) }
        case (.object(let properties), .object), (.part(let properties), .object):
            try validate(properties, tape, at: index)
        case (.anyOf(let forms), _):
            let matches = forms.contains { (try? $0.validate(tape, at: index)) != nil }
            guard matches else { throw mismatch(tape, index) }
        default: throw mismatch(tape, index)
        }
    }

    private func validate(_ properties: [Property], _ tape: JSONTape, at index: Int) throws {
        var missing = Set(properties.filter(\.isRequired).map(\.name))
        try tape.forEachMember(of: index) { key, position in
            let name = try tape.text(at: key)
            missing.remove(name)
            guard let property = properties.first(where: { $0.name == name }) else { return }
            try property.schema.validate(tape, at: position)
        }
        if let name = missing.sorted().first {
            throw SchemaMismatch(path: Self.path(tape, index), expected: "an object with \(name)")
        }
    }

    private func mismatch(_ tape: JSONTape, _ index: Int) -> SchemaMismatch {
        SchemaMismatch(path: Self.path(tape, index), expected: expectedDescription)
    }

    private static func path(_ tape: JSONTape, _ index: Int) -> String {
        tape.path(to: index).map(\.stringValue).joined(separator: ".")
    }

    private var expectedDescription: String {
        switch self {
        case .any: "anything"
        case .null: "null"
        case .boolean: "a boolean"
        case .integer: "an integer"
        case .range(let range): "an integer in \(range)"
        case .number: "a number"
        case .string: "a string"
        case .formatted(let format): "a \(format.rawValue)"
        case .choice(let choices): "one of \(choices.joined(separator: ", "))"
        case .array: "an array"
        case .map, .object, .part: "an object"
        case .anyOf(let forms): forms.map(\.expectedDescription).joined(separator: " or ")
        }
    }
}

extension JSONSchema.Format {
    /// True if the digits and separators are those of RFC 3339's `full-date` or `date-time`.
    package func accepts(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        switch self {
        case .date: return Self.matches(bytes[...], "dddd-dd-dd")
        case .dateTime:
            guard bytes.count >= 20, Self.matches(bytes[..<19], "dddd-dd-ddTdd:dd:dd") else {
                return false
            }
            var rest = bytes[19...]
            if rest.first == UInt8(ascii: ".") {
                let digits = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
                guard !digits.isEmpty else { return false }
                rest = rest[digits.endIndex...]
            }
            return rest.elementsEqual([UInt8(ascii: "Z")]) || Self.matches(rest, "+dd:dd")
                || Self.matches(rest, "-dd:dd")
        }
    }

    /// True if `bytes` match `form`, in which `d` stands for a digit.
    private static func matches(_ bytes: ArraySlice<UInt8>, _ form: StaticString) -> Bool {
        guard bytes.count == form.utf8CodeUnitCount else { return false }
        return zip(bytes, 0..<form.utf8CodeUnitCount).allSatisfy { byte, index in
            let expected = form.utf8Start[index]
            return expected == UInt8(ascii: "d") ? (0x30...0x39).contains(byte) : byte == expected
        }
    }
}
