import JSON
import Presentation
import RPC

/// The tools of a profile: methods of the running services with one of the allowed scopes.
struct MCPTools {
    /// The length of a result in bytes. A longer one has more than an assistant can read.
    private static let resultLimit = 1 << 20

    private let context: CommandContext
    private let scopes: [Scope]
    /// The tools by name; empty: not read yet.
    private var known: [String: MCPTool] = [:]

    init(context: CommandContext, scopes: [Scope]) {
        self.context = context
        self.scopes = scopes
    }

    /// All tools, ascending by name.
    /// - Throws: UNAVAILABLE if the system does not run.
    mutating func all() async throws -> [MCPTool] {
        let catalog = try await ServiceCatalog(context)
        let tools = catalog.services.flatMap { service in
            service.methods.compactMap { MCPTool(service.name, $0, scopes: scopes) }
        }
        known = Dictionary(tools.map { ($0.name, $0) }) { first, _ in first }
        return known.values.sorted { $0.name < $1.name }
    }

    /// Calls a tool. A failed call is a result for the assistant, which can correct its request.
    /// - Throws: A ``JSONRPC/Failure`` for an unknown tool.
    mutating func call(_ parameters: JSONObject) async throws -> JSONValue {
        guard let name = parameters["name"]?.string else {
            throw JSONRPC.Failure.parameters("tools/call has no \"name\" of a tool.")
        }
        let arguments = parameters["arguments"] ?? .object([:])
        guard arguments.object != nil else {
            throw JSONRPC.Failure.parameters(
                "The arguments of \(name.prefix(60)) are not an object.")
        }
        if known[name] == nil { _ = try await all() }
        guard let tool = known[name] else {
            throw JSONRPC.Failure.parameters(
                "There is no tool \"\(name.prefix(60))\". List the tools with tools/list.")
        }
        do {
            return try await perform(tool, arguments)
        } catch let usage as UsageError {
            return Self.failed(usage.status)
        } catch {
            return Self.failed(Status(describing: error))
        }
    }

    private func perform(_ tool: MCPTool, _ arguments: JSONValue) async throws -> JSONValue {
        try MessageValidator(of: tool.method, tool.request).check(arguments)
        let call = OutgoingCall(
            name: tool.method, kind: .unary,
            content: WireContent(body: Bytes(arguments.text)), options: context.options(),
            isRepeatable: tool.description.isRepeatable)
        let text = try await context.bus().transport.perform(
            call, upload: { _ in }, receive: { _ in }
        ).jsonText
        guard text.utf8.count <= Self.resultLimit else {
            throw Status(
                .resourceExhausted,
                "The result of \(tool.name) has \(text.utf8.count) bytes, more than "
                    + "\(Self.resultLimit).", hint: "Ask for fewer days.")
        }
        var result = Self.content(text)
        let value = try? JSONValue(parsing: Array(text.utf8))
        if let value, value.object != nil { result["structuredContent"] = value }
        return .object(result)
    }

    private static func content(_ text: String) -> JSONObject {
        ["content": .array([.object(["type": .string("text"), "text": .string(text)])])]
    }

    private static func failed(_ status: Status) -> JSONValue {
        .object(content(text(of: status)).merging(["isError": .bool(true)]) { $1 })
    }

    /// The sentence of a status and its hint.
    static func text(of status: Status) -> String {
        status.message + (status.hint.map { " \($0)" } ?? "")
    }
}
