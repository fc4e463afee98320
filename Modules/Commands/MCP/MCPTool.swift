import JSON
import RPC

/// A tool of the Model Context Protocol that calls one method of the bus.
struct MCPTool: Sendable {
    let method: MethodName
    let description: BusReflection.MethodDescription
    /// The name of the tool, such as `tracker_Journal_Today`.
    let name: String

    /// Nil if the method streams, needs columns or has none of the scopes.
    init?(_ service: String, _ description: BusReflection.MethodDescription, scopes: [Scope]) {
        guard let scope = description.scope, scopes.contains(scope), description.kind == .unary,
            description.columns?.request == nil, service.hasPrefix(Self.prefix)
        else { return nil }
        method = MethodName(service: service, method: description.name)
        self.description = description
        name = "\(service.dropFirst(Self.prefix.count))_\(description.name)"
            .replacing(".", with: "_")
    }

    private static let prefix = "dayline."

    /// The schema of a request without the keys that are paths of this machine.
    var request: JSONSchema {
        let localKeys = description.localKeys ?? []
        return switch description.request {
        case .object(let all): .object(all.filter { !localKeys.contains($0.name) })
        case .part(let all): .part(all.filter { !localKeys.contains($0.name) })
        default: description.request
        }
    }

    /// The tool as `tools/list` has it.
    var json: JSONValue {
        get throws {
            var schema = try JSONValue(encoding: request).object ?? [:]
            schema["type"] = .string("object")
            if case .object = request { schema["additionalProperties"] = .bool(false) }
            let isRead = description.scope == .read
            return .object([
                "name": .string(name), "inputSchema": .object(schema),
                "description": .string(description.summary ?? "Calls \(method)."),
                "annotations": .object([
                    "readOnlyHint": .bool(isRead),
                    "idempotentHint": .bool(description.isRepeatable),
                    "openWorldHint": .bool(false),
                ]),
            ])
        }
    }
}
