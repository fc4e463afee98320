/// A unary method: its name in messages, and the types of its request and response.
///
/// A method is declared once, beside its messages, and used by both ends:
///
/// ```swift
/// let response = try await client.call(Entries.append, request)
/// router.handle(Entries.append) { request, context in ... }
/// ```
package struct Method<Request: WireValue, Reply: WireValue>: Sendable {
    package let name: MethodName
    /// True if executing a call twice has the same effect as once, so that a lost call may be sent again.
    package let isRepeatable: Bool
    /// Major version of the contract. Both ends have to use the same.
    package let contract: UInt8
    package let access: MethodAccess
    /// True if responses about some years have more than ``WireLimits/shortBytes``. Between machines they do not
    /// delay other calls.
    package let hasLargeReply: Bool

    /// Without `access`, the access follows from the service and from `repeatable`.
    package init(
        _ service: String, _ method: String, repeatable: Bool = false, contract: UInt8 = 1,
        access: MethodAccess? = nil, hasLargeReply: Bool = false
    ) {
        name = MethodName(service: service, method: method)
        isRepeatable = repeatable
        self.contract = contract
        self.access = access ?? .standard(service, isRepeatable: repeatable)
        self.hasLargeReply = hasLargeReply
    }
}

/// A method that answers one request with a stream of items and then a response.
package struct StreamMethod<Request: WireValue, Item: WireValue, Reply: WireValue>: Sendable {
    package let name: MethodName
    package let isRepeatable: Bool
    package let contract: UInt8
    package let access: MethodAccess

    /// Without `access`, the access follows from the service and from `repeatable`.
    package init(
        _ service: String, _ method: String, repeatable: Bool = false, contract: UInt8 = 1,
        access: MethodAccess? = nil
    ) {
        name = MethodName(service: service, method: method)
        isRepeatable = repeatable
        self.contract = contract
        self.access = access ?? .standard(service, isRepeatable: repeatable)
    }
}

/// A method that receives a request and a stream of items, and then responds.
package struct UploadMethod<Request: WireValue, Item: WireValue, Reply: WireValue>: Sendable {
    package let name: MethodName
    package let contract: UInt8
    package let access: MethodAccess

    /// Without `access`, the access follows from the service.
    package init(
        _ service: String, _ method: String, contract: UInt8 = 1, access: MethodAccess? = nil
    ) {
        name = MethodName(service: service, method: method)
        self.contract = contract
        self.access = access ?? .standard(service, isRepeatable: false)
    }
}

/// The name of a method in messages, such as `dayline.storage.Entries/Append`.
package struct MethodName: Hashable, Sendable, CustomStringConvertible {
    package let service: String
    package let method: String
    /// `service/Method`.
    package let description: String

    package init(service: String, method: String) {
        self.service = service
        self.method = method
        description = "\(service)/\(method)"
    }

    /// Nil if `path` is not one service, one slash and one method.
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

/// The kind of a method by the messages in each direction.
package enum MethodKind: String, CaseIterable, Codable, Sendable {
    case unary
    case serverStream
    case clientStream
}
