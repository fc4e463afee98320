import JSON

func decode<Value: Decodable>(_ type: Value.Type, _ text: [UInt8]) throws -> Value {
    try text.withUnsafeBytes { try StrictJSONDecoder.decode(type, from: $0, owner: nil) }
}

func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    try decode(type, Array(text.utf8))
}

/// The first violation of JSON in `text`; nil if the text is valid.
func fault(_ text: [UInt8]) -> JSONFault? {
    text.withUnsafeBytes { bytes in
        do throws(JSONFault) {
            _ = try JSONTape(bytes, owner: nil)
            return nil
        } catch {
            return error
        }
    }
}
