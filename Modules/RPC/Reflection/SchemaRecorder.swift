import JSON
import Memberwise

extension JSONSchema {
    /// The schema of a type's JSON, found by decoding it without input and recording its requests.
    ///
    /// A type whose decoding depends on values, such as an enumeration with payloads, is described as far
    /// as its requests are known; an object of such a type is a ``JSONSchema/part(_:)``.
    package init(of type: any Decodable.Type) {
        self = SchemaRecorder.describe(type).schema
    }
}

extension JSONSchema {
    /// Whole numbers; for types below 64 bits, their range.
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

/// A type whose string has a named format, which decoding does not reveal.
package protocol FormattedText {
    static var textFormat: JSONSchema.Format { get }
}

/// An optional that is not a property that may be missing.
private protocol OptionalValue {}
extension Optional: OptionalValue {}

/// Records the requests of one value that is decoded without input.
final class SchemaRecorder {
    /// Sample strings, tried in order until the type accepts one.
    private static let sampleTexts = [
        "", "2000-01-01", "2000-01-01T00:00:00Z", "0", "UTC", "0.0.0.0",
    ]

    var schema = JSONSchema.any
    var properties: [JSONSchema.Property] = []
    /// True if the next property requested may be missing.
    var isNextOptional = false
    /// The types being described, this one last. A recursive use of one of them has schema `any`.
    let path: [ObjectIdentifier]
    let sampleText: String
    /// Index of the choice that enumerations decode to, limited to their last case.
    let choice: Int
    /// The largest number of choices of a property.
    var choices = 1
    /// The schema that a single value fails to decode with, to find an alternative; nil for none.
    let excluded: JSONSchema?
    /// True if optional properties are decoded as missing.
    let shouldOmitOptionals: Bool
    /// True if only a value is needed: its properties are not searched for nulls.
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

    /// The schema of `type`, and a placeholder value if one could be decoded. A probe needs the value only,
    /// and does not search for nulls.
    static func describe<Value: Decodable>(
        _ type: Value.Type, within path: [ObjectIdentifier] = [], choice: Int = 0,
        isProbe: Bool = false
    ) -> (schema: JSONSchema, value: Value?) {
        if let type = type as? any (CaseIterable & RawRepresentable).Type,
            let (texts, value) = choices(type, choice)
        {
            return (.choice(texts), value as? Value)
        }
        // `Empty` requests nothing, which would otherwise be the schema of any value.
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

    /// Applies the type's own property schemas, and marks properties that are null when missing.
    private static func describe<Value: Decodable>(
        _ properties: inout [JSONSchema.Property], of type: Value.Type,
        _ path: [ObjectIdentifier], _ choice: Int
    ) {
        let notes = (type as? any DescribedFields.Type)?.fieldNotes ?? [:]
        let nulls = nullKeys(of: type, path, choice)
        for index in properties.indices {
            let name = properties[index].name
            if let note = notes[name] {
                properties[index].description = note.description
                if let schema = JSONSchema(note.forms) { properties[index].schema = schema }
            }
            if nulls.contains(name) {
                properties[index].schema = .nullable(properties[index].schema)
            }
        }
    }

    /// The keys that are encoded as null when they have no value, found by encoding a value without
    /// optional properties.
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

    /// The properties that the type requests only for other choices of an enumeration.
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

    /// `form`, with the alternative that the type decodes if `form` is excluded.
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
