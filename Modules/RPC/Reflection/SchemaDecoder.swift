/// Thrown for types without a placeholder value.
private struct NothingToDecode: Error {}

/// Decodes a value without input, and records the keys and types that the value requests.
struct SchemaDecoder: Decoder {
    let recorder: SchemaRecorder
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        recorder.schema = .object(recorder.properties)
        return KeyedDecodingContainer(KeyedSchema<Key>(recorder: recorder))
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer {
        recorder.schema = .array(.any)
        return UnkeyedSchema(recorder: recorder)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        SingleSchema(recorder: recorder)
    }
}

/// Placeholder values of the JSON types.
private protocol PlaceholderSource {
    var recorder: SchemaRecorder { get }
}

extension PlaceholderSource {
    func sample<Value: Decodable>(
        _ type: Value.Type
    ) -> (schema: JSONSchema, value: Value?) {
        switch type {
        case is Bool.Type: (.boolean, false as? Value)
        case is String.Type: (.string, recorder.sampleText as? Value)
        case is Double.Type: (.number, 0.0 as? Value)
        case is Float.Type: (.number, Float(0) as? Value)
        case let type as any (FixedWidthInteger & Decodable).Type:
            (JSONSchema(ofInteger: type), type.init(0) as? Value)
        default:
            SchemaRecorder.describe(
                type, within: recorder.path, choice: recorder.choice, isProbe: recorder.isProbe)
        }
    }
}

private struct KeyedSchema<Key: CodingKey>: KeyedDecodingContainerProtocol, PlaceholderSource {
    let recorder: SchemaRecorder
    var codingPath: [any CodingKey] { [] }

    /// A single key stands for all: a type that reads all keys accepts any.
    var allKeys: [Key] {
        recorder.schema = .map(.any)
        return [Key(stringValue: "key")].compactMap { $0 }
    }

    func contains(_ key: Key) -> Bool { true }

    /// Called only for properties that may be missing.
    func decodeNil(forKey key: Key) -> Bool {
        recorder.isNextOptional = true
        return recorder.shouldOmitOptionals
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        let isRequired = !recorder.isNextOptional
        recorder.isNextOptional = false
        let (schema, value) = sample(type)
        if case .map = recorder.schema {
            recorder.schema = .map(schema)
        } else {
            recorder.record(key.stringValue, schema, isRequired: isRequired)
        }
        guard let value else { throw NothingToDecode() }
        return value
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        recorder.record(key.stringValue, .any, isRequired: true)
        throw NothingToDecode()
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        recorder.record(key.stringValue, .array(.any), isRequired: true)
        throw NothingToDecode()
    }

    func superDecoder() throws -> any Decoder { throw NothingToDecode() }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw NothingToDecode() }
}

private struct UnkeyedSchema: UnkeyedDecodingContainer, PlaceholderSource {
    let recorder: SchemaRecorder
    var codingPath: [any CodingKey] { [] }
    var count: Int? { 1 }
    var currentIndex = 0
    var isAtEnd: Bool { currentIndex > 0 }

    init(recorder: SchemaRecorder) {
        self.recorder = recorder
    }

    mutating func decodeNil() -> Bool { false }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        currentIndex += 1
        let (schema, value) = sample(type)
        recorder.schema = .array(schema)
        guard let value else { throw NothingToDecode() }
        return value
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        throw NothingToDecode()
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw NothingToDecode()
    }

    mutating func superDecoder() throws -> any Decoder { throw NothingToDecode() }
}

private struct SingleSchema: SingleValueDecodingContainer, PlaceholderSource {
    let recorder: SchemaRecorder
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { false }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let (schema, value) = sample(type)
        if schema == recorder.excluded { throw NothingToDecode() }
        recorder.schema = schema
        guard let value else { throw NothingToDecode() }
        return value
    }
}
