import Memberwise

/// A caller of services through a transport.
package struct Client: Sendable {
    package let transport: any Transport

    package init(_ transport: any Transport) {
        self.transport = transport
    }

    /// Performs a call with one request and one response.
    package func call<Request, Reply>(
        _ method: Method<Request, Reply>, _ request: Request, _ options: CallOptions = CallOptions()
    ) async throws(Status) -> Reply {
        try await exchange(
            method.name, request, .unary, method.isRepeatable, method.contract, options,
            hasLargeReply: method.hasLargeReply, upload: { _ in }, receive: { _ in })
    }

    /// Performs a call with one request, a stream of items, and one response. The server is granted credit
    /// for another item after `receive` has returned. An error thrown by `receive` cancels the call.
    package func stream<Request, Item, Reply>(
        _ method: StreamMethod<Request, Item, Reply>, _ request: Request,
        _ options: CallOptions = CallOptions(),
        receive: @escaping @Sendable (Item) async throws -> Void
    ) async throws(Status) -> Reply {
        try await exchange(
            method.name, request, .serverStream, method.isRepeatable, method.contract, options,
            upload: { _ in },
            receive: { content in
                try await receive(Router.decode(Item.self, content, of: method.name))
            })
    }

    /// Performs a call with one request, the items that `upload` sends, and one response.
    package func upload<Request, Item, Reply>(
        _ method: UploadMethod<Request, Item, Reply>, _ request: Request,
        _ options: CallOptions = CallOptions(),
        send: @escaping @Sendable (TypedItemWriter<Item>) async throws -> Void
    ) async throws(Status) -> Reply {
        try await exchange(
            method.name, request, .clientStream, false, method.contract, options,
            upload: { writer in try await send(TypedItemWriter(writer)) }, receive: { _ in })
    }

    private func exchange<Request: WireValue, Reply: WireValue>(
        _ name: MethodName, _ request: Request, _ kind: MethodKind, _ isRepeatable: Bool,
        _ contract: UInt8, _ options: CallOptions, hasLargeReply: Bool = false,
        upload: @escaping @Sendable (ItemWriter) async throws -> Void,
        receive: @escaping @Sendable (WireContent) async throws -> Void
    ) async throws(Status) -> Reply {
        do {
            let call = OutgoingCall(
                name: name, kind: kind, content: try request.wireContent(), options: options,
                isRepeatable: isRepeatable || options.idempotencyKey != nil, contract: contract,
                hasLargeReply: hasLargeReply)
            let content = try await transport.perform(call, upload: upload, receive: receive)
            return try Router.decode(Reply.self, content, of: name)
        } catch {
            throw Status(describing: error)
        }
    }
}

/// A call with encoded content, before it is sent.
@Memberwise
package struct OutgoingCall: Sendable {
    package var name: MethodName
    package var kind: MethodKind
    package var content: WireContent
    package var options: CallOptions
    package var isRepeatable: Bool
    /// Major version of the contract that the caller was built for; 0 if unspecified.
    package var contract: UInt8 = 0
    /// True if the response may have more than ``WireLimits/shortBytes``.
    package var hasLargeReply: Bool = false
}

/// Carries calls to the processes that serve them.
package protocol Transport: Sendable {
    /// True if the services are on another machine, whose link is slow.
    var isRemote: Bool { get }

    /// Performs one call to its end.
    ///
    /// - Parameters:
    ///   - call: The encoded call.
    ///   - upload: Sends the caller's items (client streams); returning ends them.
    ///   - receive: Consumes an item (server streams); credit for another is granted when it returns.
    /// - Returns: The response.
    /// - Throws: The call's `Status`. Cancelling the task cancels the call at the other end.
    func perform(
        _ call: OutgoingCall,
        upload: @escaping @Sendable (ItemWriter) async throws -> Void,
        receive: @escaping @Sendable (WireContent) async throws -> Void
    ) async throws -> WireContent
}

extension Transport {
    package var isRemote: Bool { false }
}
