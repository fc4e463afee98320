import JSON

/// Messages of JSON-RPC 2.0.
enum JSONRPC {
    /// A request, or a notification if `id` is nil.
    struct Request {
        let id: JSONValue?
        let method: String
        let parameters: JSONObject
    }

    /// An error response.
    struct Failure: Error {
        let code: Int
        let message: String

        static let parse = Self(code: -32700, message: "The line is not JSON.")
        static let tooLong = Self(
            code: -32600,
            message: "The message has more than \(MCPServer.messageLimit >> 20) MiB. Send less.")
        static let invalid = Self(
            code: -32600,
            message: "The message is not a request of JSON-RPC 2.0 with a method and, for an "
                + "answer, an id.")
        static func unknownMethod(_ name: String) -> Self {
            Self(code: -32601, message: "There is no method \"\(name.prefix(60))\".")
        }
        static func parameters(_ message: String) -> Self {
            Self(code: -32602, message: message)
        }
        static func unavailable(_ message: String) -> Self {
            Self(code: -32603, message: message)
        }
    }

    /// The request in a message; nil for a response, which needs no answer.
    static func request(_ message: JSONValue) throws(Failure) -> Request? {
        guard let object = message.object, object["jsonrpc"]?.string == "2.0" else {
            throw .invalid
        }
        guard let name = object["method"]?.string else {
            guard object["result"] != nil || object["error"] != nil else { throw .invalid }
            return nil
        }
        switch object["params"] {
        case nil, .object?: break
        default: throw .parameters("The parameters of \(name.prefix(60)) are not an object.")
        }
        switch object["id"] {
        case nil, .string?, .integer?, .number?: break
        default: throw .invalid
        }
        return Request(
            id: object["id"], method: name, parameters: object["params"]?.object ?? [:])
    }

    /// The id of a message, for an error; null if it has none.
    static func id(of message: JSONValue) -> JSONValue {
        switch message.object?["id"] {
        case let id? where id.string != nil || id.double != nil: id
        default: .null
        }
    }

    static func response(_ id: JSONValue, _ result: JSONValue) -> JSONValue {
        .object(["jsonrpc": .string("2.0"), "id": id, "result": result])
    }

    static func response(_ id: JSONValue, _ failure: Failure) -> JSONValue {
        let error: JSONObject = [
            "code": JSONValue(failure.code), "message": .string(failure.message),
        ]
        return .object(["jsonrpc": .string("2.0"), "id": id, "error": .object(error)])
    }
}
