/// One remote procedure: its name on the wire and the types it takes and returns.
///
/// A method is declared once, beside its messages, and used by both ends:
///
/// ```swift
/// let reply = try await client.call(Entries.append, request)
/// router.handle(Entries.append) { request, context in ... }
/// ```
package struct Method<Request: WireValue, Reply: WireValue>: Sendable {
    package let name: MethodName
    /// Whether running it twice is the same as once, so that a lost call may be sent again.
    package let isRepeatable: Bool
    /// Major version of the contract, which both ends have to agree on.
    package let contract: UInt8

    package init(
        _ service: String, _ method: String, repeatable: Bool = false, contract: UInt8 = 1
    ) {
        name = MethodName(service: service, method: method)
        isRepeatable = repeatable
        self.contract = contract
    }
}

/// A procedure that answers one request with a stream of items and then a reply.
package struct StreamMethod<Request: WireValue, Item: WireValue, Reply: WireValue>: Sendable {
    package let name: MethodName
    package let isRepeatable: Bool
    package let contract: UInt8

    package init(
        _ service: String, _ method: String, repeatable: Bool = false, contract: UInt8 = 1
    ) {
        name = MethodName(service: service, method: method)
        isRepeatable = repeatable
        self.contract = contract
    }
}

/// A procedure that takes a request and a stream of items from the caller, and then replies.
package struct UploadMethod<Request: WireValue, Item: WireValue, Reply: WireValue>: Sendable {
    package let name: MethodName
    package let contract: UInt8

    package init(_ service: String, _ method: String, contract: UInt8 = 1) {
        name = MethodName(service: service, method: method)
        self.contract = contract
    }
}

/// A method's name on the wire, such as `dayline.storage.Entries/Append`.
package struct MethodName: Hashable, Sendable, CustomStringConvertible {
    package let service: String
    package let method: String
    /// Both, as a route says it.
    package let description: String

    package init(service: String, method: String) {
        self.service = service
        self.method = method
        description = "\(service)/\(method)"
    }

    /// Nil when `path` is not one service, one slash and one method.
    package init?(path: String) {
        let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
        self.init(service: String(Substring(parts[0])), method: String(Substring(parts[1])))
    }

    package static func == (a: Self, b: Self) -> Bool { a.description == b.description }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(description)
    }
}

/// How many messages go which way.
package enum MethodKind: String, CaseIterable, Codable, Sendable {
    case unary
    case serverStream
    case clientStream
}
