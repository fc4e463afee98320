import JSON
import RPC
import Texts

/// Validates a message that a person wrote against the server's schema before it is sent.
struct MessageValidator {
    private let method: MethodName
    private let schema: JSONSchema

    init(of method: MethodName, _ schema: JSONSchema) {
        self.method = method
        self.schema = schema
    }

    /// - Throws: A ``UsageError`` for the first mismatch.
    func check(_ message: JSONValue) throws(UsageError) {
        try check(message, schema, at: "")
    }

    /// `path` has the keys that lead to the value, separated by points.
    private func check(
        _ value: JSONValue, _ schema: JSONSchema, at path: String
    ) throws(UsageError) {
        switch (schema, value) {
        case (.any, _), (.boolean, .bool), (.string, .string), (.null, .null),
            (.formatted, .string), (.number, .integer),
            (.number, .number), (.integer, .integer):
            return
        case (.range(let range), .integer(let number)) where range.contains(number): return
        case (.choice(let words), .string(let word)): try check(word, words, at: path)
        case (.array(let element), .array(let values)):
            for (index, value) in values.enumerated() where value != .null {
                try check(value, element, at: Self.join(path, "\(index)"))
            }
        case (.map(let element), .object(let members)):
            for (key, value) in members where value != .null {
                try check(value, element, at: Self.join(path, key))
            }
        case (.object(let properties), .object(let members)):
            try check(members, properties, isClosed: true, at: path)
        case (.part(let properties), .object(let members)):
            try check(members, properties, isClosed: false, at: path)
        case (.anyOf(let forms), _) where forms.contains(where: { matches(value, $0) }): return
        default: throw mismatch(value, schema, at: path)
        }
    }

    private func check(
        _ members: [String: JSONValue], _ properties: [JSONSchema.Property], isClosed: Bool,
        at path: String
    ) throws(UsageError) {
        let names = properties.map(\.name)
        let unknownKeys = members.keys.filter { !names.contains($0) }.sorted()
        if isClosed, let key = unknownKeys.first {
            throw unknown(key, among: names, at: path)
        }
        for property in properties {
            let keyPath = Self.join(path, property.name)
            switch members[property.name] {
            case nil where property.isRequired:
                throw UsageError("\(method) needs \"\(keyPath)\".", hint: hint)
            case .null? where property.isRequired && property.schema != .any:
                throw mismatch(.null, property.schema, at: keyPath)
            case nil, .null?: break
            case let value?: try check(value, property.schema, at: keyPath)
            }
        }
    }

    private func check(
        _ word: String, _ words: [String], at path: String
    ) throws(UsageError) {
        guard !words.contains(word) else { return }
        throw UsageError(
            "\"\(path)\" of \(method) cannot be \"\(word)\".",
            hint: nearestName(to: word, among: words).map { "Did you mean \"\($0)\"?" }
                ?? "Use one of: \(words.joined(separator: ", ")).")
    }

    private func matches(_ value: JSONValue, _ schema: JSONSchema) -> Bool {
        do {
            try check(value, schema, at: "")
            return true
        } catch {
            return false
        }
    }

    private func unknown(
        _ key: String, among names: [String], at path: String
    ) -> UsageError {
        let nearest = nearestName(to: key, among: names)
        let known = names.sorted().joined(separator: ", ")
        return UsageError(
            "\(method) has no key \"\(Self.join(path, key))\".",
            hint: nearest.map { "Did you mean \"\($0)\"?" }
                ?? (known.isEmpty ? "The request has no keys." : "The keys are: \(known)."))
    }

    private func mismatch(
        _ value: JSONValue, _ schema: JSONSchema, at path: String
    ) -> UsageError {
        let subject = path.isEmpty ? "A message" : "\"\(path)\""
        return UsageError(
            "\(subject) of \(method) has to be \(Self.typeName(schema)), not \(Self.typeName(value)).",
            hint: hint)
    }

    private var hint: String { "Show the schema with: dayline services \(method.service)" }

    private static func join(_ path: String, _ key: String) -> String {
        path.isEmpty ? key : "\(path).\(key)"
    }

    private static func typeName(_ schema: JSONSchema) -> String {
        switch schema {
        case .any: "anything"
        case .boolean: "true or false"
        case .integer: "a whole number"
        case .range(let range):
            "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .null: "null"
        case .formatted(.date): "a day, such as 2026-02-28"
        case .formatted(.dateTime): "an instant, such as 2026-02-28T07:30:00Z"
        case .number: "a number"
        case .string, .choice: "text"
        case .array: "a list"
        case .map, .object, .part: "an object"
        case .anyOf(let forms): forms.map(typeName).joined(separator: " or ")
        }
    }

    private static func typeName(_ value: JSONValue) -> String {
        switch value {
        case .null: "null"
        case .bool(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .number(let value): "\(value)"
        case .string: "text"
        case .array: "a list"
        case .object: "an object"
        }
    }
}
