import JSON
import RPC

/// A method of the bus that callers over HTTP may use.
struct APIMethod: Sendable {
    let name: MethodName
    let scope: Scope
    let description: BusReflection.MethodDescription

    /// Nil if only programs on the bus may call the method, or the method receives items that are not
    /// the bytes of a file.
    init?(_ service: String, _ description: BusReflection.MethodDescription) {
        guard let scope = description.scope,
            description.kind != .clientStream || Self.isFile(description.columns?.item)
        else { return nil }
        name = MethodName(service: service, method: description.name)
        self.scope = scope
        self.description = description
    }

    /// True if the body of a request is a file, and the request itself is in the query.
    var hasFileRequest: Bool { description.kind == .clientStream }

    /// True if the response is a file.
    var hasFileResponse: Bool {
        description.kind == .serverStream && Self.isFile(description.columns?.item)
    }

    /// True if the method can be called with GET: the method only reads, and its request has simple values.
    var isQuery: Bool {
        scope == .read && description.isRepeatable && !hasFileRequest && isSimple
    }

    /// The schema of a request without the keys that only programs on the bus may send.
    var requestSchema: JSONSchema {
        switch description.request {
        case .object(let all): .object(all.filter { !localKeys.contains($0.name) })
        case .part(let all): .part(all.filter { !localKeys.contains($0.name) })
        default: description.request
        }
    }

    var properties: [JSONSchema.Property] {
        switch requestSchema {
        case .object(let properties), .part(let properties): properties
        default: []
        }
    }

    /// True if a request can be written as a query.
    private var isSimple: Bool {
        guard case .object(let properties) = requestSchema else { return false }
        return properties.allSatisfy { Self.isSimple($0.schema) }
    }

    private var localKeys: [String] { description.localKeys ?? [] }

    /// The request with the values of a query, each as the schema has it.
    func request(query: [String: String]) throws -> Bytes {
        let schemas = Dictionary(properties.map { ($0.name, $0.schema) }) { first, _ in first }
        let members = query.map { name, text in
            (name, schemas[name].map { Self.value(text, $0) } ?? .string(text))
        }
        let request = JSONValue.object(Dictionary(members) { $1 })
        try check(request)
        return try JSONBody.encode(request)
    }

    /// Checks the keys of a request.
    /// - Throws: PERMISSION_DENIED for a key that only programs on the bus may send.
    func check(_ request: JSONValue) throws(Status) {
        try CallerAccess.check(
            request, of: name.description, localKeys: localKeys, over: "HTTP")
    }

    private static func isFile(_ columns: [ColumnNote]?) -> Bool {
        columns?.map(\.name) == ["data"] && columns?.first?.type == .bytes
    }

    private static func isSimple(_ schema: JSONSchema) -> Bool {
        switch schema {
        case .boolean, .integer, .number, .string, .formatted, .range, .choice: true
        case .any, .null, .array, .map, .object, .part, .anyOf: false
        }
    }

    /// The value of a query's text. A text that does not match the schema stays text, which the worker
    /// then rejects with the name of the key.
    private static func value(_ text: String, _ schema: JSONSchema) -> JSONValue {
        switch schema {
        case .boolean: ["true": .bool(true), "false": .bool(false)][text] ?? .string(text)
        case .integer, .range: Int64(text).map { .integer($0) } ?? .string(text)
        case .number:
            Double(text).flatMap { $0.isFinite ? JSONValue($0) : nil } ?? .string(text)
        default: .string(text)
        }
    }
}
