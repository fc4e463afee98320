import HostFiles
import JSON
import RPC

/// The server of the Model Context Protocol: it answers messages one after another, and invalid ones
/// with errors.
struct MCPServer {
    /// The length of a message in bytes.
    static let messageLimit = 1 << 20
    /// The messages of a batch.
    private static let batchLimit = 100
    /// The supported versions of the protocol, the newest first.
    static let versions = ["2025-06-18", "2025-03-26", "2024-11-05"]

    private var tools: MCPTools

    init(tools: MCPTools) {
        self.tools = tools
    }

    /// The answer to a line; nil if none is due, as for notifications.
    mutating func answer(to line: MessageLines.Line) async -> [UInt8]? {
        guard case .message(let bytes) = line else {
            return JSONRPC.response(.null, .tooLong).text
        }
        guard let message = try? JSONBody.decode(JSONValue.self, from: Bytes(bytes)) else {
            return JSONRPC.response(.null, .parse).text
        }
        guard let batch = message.array else { return await answer(to: message)?.text }
        guard !batch.isEmpty, batch.count <= Self.batchLimit else {
            return JSONRPC.response(.null, .invalid).text
        }
        var answers: [JSONValue] = []
        for message in batch {
            if let answer = await answer(to: message) { answers.append(answer) }
        }
        return answers.isEmpty ? nil : JSONValue.array(answers).text
    }

    private mutating func answer(to message: JSONValue) async -> JSONValue? {
        do {
            guard let request = try JSONRPC.request(message), let id = request.id else {
                return nil
            }
            return JSONRPC.response(id, try await result(of: request))
        } catch let failure as JSONRPC.Failure {
            return JSONRPC.response(JSONRPC.id(of: message), failure)
        } catch {
            let status = Status(describing: error)
            return JSONRPC.response(
                JSONRPC.id(of: message), .unavailable(MCPTools.text(of: status)))
        }
    }

    private mutating func result(of request: JSONRPC.Request) async throws -> JSONValue {
        switch request.method {
        case "initialize": return Self.introduction(request.parameters)
        case "ping": return .object([:])
        case "tools/list":
            return .object(["tools": .array(try await tools.all().map { try $0.json })])
        case "tools/call": return try await tools.call(request.parameters)
        default: throw JSONRPC.Failure.unknownMethod(request.method)
        }
    }

    /// The answer to `initialize`: the version of the client if it is supported, else the newest.
    private static func introduction(_ parameters: JSONObject) -> JSONValue {
        let requested = parameters["protocolVersion"]?.string
        let version = versions.first { $0 == requested } ?? versions[0]
        return .object([
            "protocolVersion": .string(version),
            "capabilities": .object(["tools": .object([:])]),
            "serverInfo": .object([
                "name": .string("dayline"), "version": .string(ProductVersion.text),
            ]),
            "instructions": .string(
                "Data of one person: activities, entries, goals, weights and health data. "
                    + "Days are YYYY-MM-DD; absent values are left out."),
        ])
    }
}
