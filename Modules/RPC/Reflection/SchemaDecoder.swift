extension JSONSchema {
    /// The form of a type's JSON, found by decoding it from nothing and noting what it asks for.
    ///
    /// A type whose decoding depends on what it reads, such as an enumeration with payloads, is
    /// described as far as that goes, and an object of such a type as a part.
    package init(of type: any Decodable.Type) {
        self = SchemaRecorder.describe(type).schema
    }
}

/// What is noted while a value is decoded from nothing.
final class SchemaRecorder {
    /// What a text may have to look like for a type to accept it.
    private static let sampleTexts = [
        "", "2000-01-01", "2000-01-01T00:00:00Z", "0", "UTC", "0.0.0.0",
    ]

    var schema = JSONSchema.any
    var properties: [JSONSchema.Property] = []
    /// Whether the property asked for next may be missing.
    var isNextOptional = false
    /// The types that are being described, this one last; within itself a type is left open.
    let path: [ObjectIdentifier]
    let sampleText: String
    /// Which of the words is read where there is a choice; the last one where there are fewer.
    let choice: Int
    /// The most words that a property has to choose from.
    var choices = 1
    /// The form that a value by itself is not given.
    let refused: JSONSchema?

    init(
        path: [ObjectIdentifier], sampleText: String = "", choice: Int = 0,
        refused: JSONSchema? = nil
    ) {
        self.path = path
        self.sampleText = sampleText
        self.choice = choice
        self.refused = refused
    }

    /// The form of `type`, and a value of it where one could be made.
    static func describe<Value: Decodable>(
        _ type: Value.Type, within path: [ObjectIdentifier] = [], choice: Int = 0
    ) -> (schema: JSONSchema, value: Value?) {
        if let type = type as? any (CaseIterable & RawRepresentable).Type,
            let (texts, value) = choices(type, choice)
        {
            return (.choice(texts), value as? Value)
        }
        // It asks for nothing, which by itself would look like anything.
        if type == Empty.self { return (.object([]), Empty() as? Value) }
        guard !path.contains(ObjectIdentifier(type)) else { return (.any, nil) }
        let path = path + [ObjectIdentifier(type)]
        var best = JSONSchema.any
        for text in sampleTexts {
            let recorder = SchemaRecorder(path: path, sampleText: text, choice: choice)
            let value = try? Value(from: SchemaDecoder(recorder: recorder))
            best = recorder.schema
            if case .object(let properties) = best {
                let others = choice == 0 ? others(of: type, beside: recorder, path) : []
                let isWhole =
                    value != nil && others.isEmpty && (choice == 0 || recorder.choices == 1)
                return (isWhole ? best : .part(properties + others), value)
            }
            if let value { return (forms(of: type, beside: best, path), value) }
            guard case .string = best else { break }
        }
        return (best, nil)
    }

    /// The properties that the type asks for only where another word is chosen.
    private static func others<Value: Decodable>(
        of type: Value.Type, beside recorder: SchemaRecorder, _ path: [ObjectIdentifier]
    ) -> [JSONSchema.Property] {
        var names = Set(recorder.properties.map(\.name))
        return (0..<recorder.choices).dropFirst().flatMap { choice in
            let other = SchemaRecorder(path: path, choice: choice)
            _ = try? Value(from: SchemaDecoder(recorder: other))
            return other.properties.filter { names.insert($0.name).inserted }
                .map { JSONSchema.Property($0.name, $0.schema, isRequired: false) }
        }
    }

    /// The form that a value was made from, and the one that the type takes where it is not given that.
    private static func forms<Value: Decodable>(
        of type: Value.Type, beside form: JSONSchema, _ path: [ObjectIdentifier]
    ) -> JSONSchema {
        switch form {
        case .boolean, .integer, .number:
            let recorder = SchemaRecorder(path: path, refused: form)
            let takesAnother = (try? Value(from: SchemaDecoder(recorder: recorder))) != nil
            return takesAnother ? .anyOf([form, recorder.schema]) : form
        default: return form
        }
    }

    func note(_ name: String, _ schema: JSONSchema, isRequired: Bool) {
        guard !properties.contains(where: { $0.name == name }) else { return }
        if case .choice(let texts) = schema { choices = max(choices, texts.count) }
        properties.append(.init(name, schema, isRequired: isRequired))
        self.schema = .object(properties)
    }

    private static func choices<Value: CaseIterable & RawRepresentable>(
        _ type: Value.Type, _ choice: Int
    ) -> ([String], Value)? {
        let values = Array(type.allCases)
        let texts = values.compactMap { $0.rawValue as? String }
        guard !texts.isEmpty, !values.isEmpty else { return nil }
        return (texts, values[min(choice, values.count - 1)])
    }
}

/// Thrown where nothing can be made up.
private struct NothingToDecode: Error {}

private struct SchemaDecoder: Decoder {
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

/// Made-up values of the types that JSON has.
private protocol SampleSource {
    var recorder: SchemaRecorder { get }
}

extension SampleSource {
    func sample<Value: Decodable>(
        _ type: Value.Type
    ) -> (schema: JSONSchema, value: Value?) {
        switch type {
        case is Bool.Type: (.boolean, false as? Value)
        case is String.Type: (.string, recorder.sampleText as? Value)
        case is Double.Type: (.number, 0.0 as? Value)
        case is Float.Type: (.number, Float(0) as? Value)
        case let type as any (FixedWidthInteger & Decodable).Type:
            (.integer, type.init(0) as? Value)
        default: SchemaRecorder.describe(type, within: recorder.path, choice: recorder.choice)
        }
    }
}

private struct KeyedSchema<Key: CodingKey>: KeyedDecodingContainerProtocol, SampleSource {
    let recorder: SchemaRecorder
    var codingPath: [any CodingKey] { [] }

    /// Whoever asks for all keys takes any: one stands for them.
    var allKeys: [Key] {
        recorder.schema = .map(.any)
        return [Key(stringValue: "key")].compactMap { $0 }
    }

    func contains(_ key: Key) -> Bool { true }

    /// Asked only by whoever can do without.
    func decodeNil(forKey key: Key) -> Bool {
        recorder.isNextOptional = true
        return false
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        let isRequired = !recorder.isNextOptional
        recorder.isNextOptional = false
        let (schema, value) = sample(type)
        if case .map = recorder.schema {
            recorder.schema = .map(schema)
        } else {
            recorder.note(key.stringValue, schema, isRequired: isRequired)
        }
        guard let value else { throw NothingToDecode() }
        return value
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        recorder.note(key.stringValue, .any, isRequired: true)
        throw NothingToDecode()
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        recorder.note(key.stringValue, .array(.any), isRequired: true)
        throw NothingToDecode()
    }

    func superDecoder() throws -> any Decoder { throw NothingToDecode() }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw NothingToDecode() }
}

private struct UnkeyedSchema: UnkeyedDecodingContainer, SampleSource {
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

private struct SingleSchema: SingleValueDecodingContainer, SampleSource {
    let recorder: SchemaRecorder
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { false }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let (schema, value) = sample(type)
        if schema == recorder.refused { throw NothingToDecode() }
        recorder.schema = schema
        guard let value else { throw NothingToDecode() }
        return value
    }
}
