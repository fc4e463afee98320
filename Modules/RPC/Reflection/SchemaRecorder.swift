extension JSONSchema {
    /// The form of a type's JSON, found by decoding it from nothing and noting what it asks for.
    ///
    /// A type whose decoding depends on what it reads, such as an enumeration with payloads, is
    /// described as far as that goes, and an object of such a type as a part.
    package init(of type: any Decodable.Type) {
        self = SchemaRecorder.describe(type).schema
    }
}

extension JSONSchema {
    /// Whole numbers; of a type with less than 64 bits those that it has room for.
    fileprivate static func range<Number: FixedWidthInteger>(of type: Number.Type) -> Self {
        guard type.bitWidth < 64, let least = Int64(exactly: type.min),
            let greatest = Int64(exactly: type.max)
        else { return .integer }
        return .range(least...greatest)
    }

    init(ofInteger type: any FixedWidthInteger.Type) {
        self = .range(of: type)
    }
}

/// A type whose text has a form with a name, which decoding it does not show.
package protocol FormattedText {
    static var textFormat: JSONSchema.Format { get }
}

/// A type of some of whose properties more is known than their types show.
package protocol DescribedProperties {
    /// By the key.
    static var propertySchemas: [String: JSONSchema] { get }
}

/// An optional, where it is not a property that may be missing.
private protocol OptionalValue {}
extension Optional: OptionalValue {}

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
    let excluded: JSONSchema?
    /// Properties that may be missing are.
    let shouldOmitOptionals: Bool
    /// Only a value is needed: what is within it is not looked at for nulls.
    let isProbe: Bool

    init(
        path: [ObjectIdentifier], sampleText: String = "", choice: Int = 0,
        excluded: JSONSchema? = nil, shouldOmitOptionals: Bool = false, isProbe: Bool = false
    ) {
        self.shouldOmitOptionals = shouldOmitOptionals
        self.isProbe = isProbe || shouldOmitOptionals
        self.path = path
        self.sampleText = sampleText
        self.choice = choice
        self.excluded = excluded
    }

    /// The form of `type`, and a value of it where one could be made. A probe needs the value only, and
    /// looks for no nulls.
    static func describe<Value: Decodable>(
        _ type: Value.Type, within path: [ObjectIdentifier] = [], choice: Int = 0,
        isProbe: Bool = false
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
            let recorder = SchemaRecorder(
                path: path, sampleText: text, choice: choice, isProbe: isProbe)
            let value = try? Value(from: SchemaDecoder(recorder: recorder))
            best = recorder.schema
            if case .object(var properties) = best {
                if !isProbe { describe(&properties, of: type, path, choice) }
                let others =
                    choice == 0 ? alternativeProperties(of: type, besides: recorder, path) : []
                let isWhole =
                    value != nil && others.isEmpty && (choice == 0 || recorder.choices == 1)
                let form: JSONSchema =
                    isWhole ? .object(properties) : .part(properties + others)
                return (type is any OptionalValue.Type ? .nullable(form) : form, value)
            }
            if let value {
                if let type = type as? any FormattedText.Type {
                    return (.formatted(type.textFormat), value)
                }
                let form = alternatives(of: type, besides: best, path)
                return (type is any OptionalValue.Type ? .nullable(form) : form, value)
            }
            guard case .string = best else { break }
        }
        return (best, nil)
    }

    /// Adds what the type says of its properties, and that some are null where they are missing.
    private static func describe<Value: Decodable>(
        _ properties: inout [JSONSchema.Property], of type: Value.Type,
        _ path: [ObjectIdentifier], _ choice: Int
    ) {
        let known = (type as? any DescribedProperties.Type)?.propertySchemas ?? [:]
        let nulls = nullKeys(of: type, path, choice)
        for index in properties.indices {
            let name = properties[index].name
            if let schema = known[name] { properties[index].schema = schema }
            if nulls.contains(name) {
                properties[index].schema = .nullable(properties[index].schema)
            }
        }
    }

    /// The keys that are written as null when there is nothing to say, found by writing a value of
    /// which everything is missing that may be.
    private static func nullKeys<Value: Decodable>(
        of type: Value.Type, _ path: [ObjectIdentifier], _ choice: Int
    ) -> Set<String> {
        let recorder = SchemaRecorder(path: path, choice: choice, shouldOmitOptionals: true)
        guard let value = try? Value(from: SchemaDecoder(recorder: recorder)),
            let encodable = value as? any Encodable, let body = try? JSONBody.encode(encodable),
            let tape = try? JSONTape(body), tape.isObject
        else { return [] }
        return tape.nullKeys
    }

    /// The properties that the type asks for only where another word is chosen.
    private static func alternativeProperties<Value: Decodable>(
        of type: Value.Type, besides recorder: SchemaRecorder, _ path: [ObjectIdentifier]
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
    private static func alternatives<Value: Decodable>(
        of type: Value.Type, besides form: JSONSchema, _ path: [ObjectIdentifier]
    ) -> JSONSchema {
        switch form {
        case .boolean, .integer, .number:
            let recorder = SchemaRecorder(path: path, excluded: form)
            let takesAnother = (try? Value(from: SchemaDecoder(recorder: recorder))) != nil
            return takesAnother ? .anyOf([form, recorder.schema]) : form
        default: return form
        }
    }

    func record(_ name: String, _ schema: JSONSchema, isRequired: Bool) {
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
