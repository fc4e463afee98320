import JSON

/// A value with its JSON text, so that a value that is checked and stored need not be encoded again.
package struct EncodedValue<Value: Codable & Sendable>: Sendable {
    package let value: Value
    /// The text that the value was decoded from or, for a value created here, its encoding.
    package let text: Bytes

    package init(_ value: Value) throws {
        self.value = value
        text = try JSONBody.encode(value)
    }
}

extension EncodedValue: Codable {
    package init(from decoder: any Decoder) throws {
        value = try Value(from: decoder)
        text =
            if let decoder = decoder as? StrictJSONDecoder {
                Bytes(text: decoder)
            } else {
                try JSONBody.encode(value)
            }
    }

    package func encode(to encoder: any Encoder) throws {
        if let encoder = encoder as? SortedJSONEncoder {
            text.withUnsafeBytes { encoder.append($0) }
        } else {
            try value.encode(to: encoder)
        }
    }
}

extension EncodedValue: Equatable where Value: Equatable {
    package static func == (a: Self, b: Self) -> Bool { a.value == b.value }
}

extension EncodedValue: Hashable where Value: Hashable {
    package func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension Bytes {
    /// The text of the value that `decoder` reads, in the memory of the message.
    fileprivate init(text decoder: StrictJSONDecoder) {
        if let owner = decoder.owner {
            self.init(decoder.rawText, owner: owner)
        } else {
            self.init(copying: decoder.rawText)
        }
    }
}
