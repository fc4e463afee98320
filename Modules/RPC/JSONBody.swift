import JSON

/// JSON of messages: keys are sorted so that equal values have equal bytes, and an empty body is `{}`.
package enum JSONBody {
    package static func encode(_ value: some Encodable) throws -> Bytes {
        Bytes(try SortedJSONEncoder.encode(value))
    }

    /// - Throws: A `JSONFault` if the text is not JSON, a `DecodingError` if it is not a `Value`, and
    ///   errors of the value's own decoding.
    package static func decode<Value: Decodable>(
        _ type: Value.Type, from bytes: Bytes
    ) throws -> Value {
        let bytes = bytes.isEmpty ? emptyObject : bytes
        return try bytes.withUnsafeBytes { text in
            try StrictJSONDecoder.decode(type, from: text, owner: bytes.owner)
        }
    }

    private static let emptyObject = Bytes("{}")
}

extension JSONTape {
    /// - Throws: The first fault of a text that is not JSON in UTF-8.
    convenience init(_ bytes: Bytes) throws(JSONFault) {
        try self.init(
            UnsafeRawBufferPointer(start: bytes.start, count: bytes.count), owner: bytes.owner)
    }
}

extension Status {
    /// The refusal of a message whose body is not JSON.
    static func notJSON(_ fault: JSONFault, _ method: MethodName) -> Self {
        Self(
            .invalidArgument, "\(method) cannot read its message: \(fault).",
            hint: "Send a JSON object in UTF-8 (RFC 8259).")
    }
}
