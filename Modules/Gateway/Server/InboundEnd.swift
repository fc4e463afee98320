import NIOCore

/// Observes a connection, or a stream of HTTP/2, whose client sends nothing any more: the client has gone.
final class InboundEnd: ChannelInboundHandler, RemovableChannelHandler, Sendable {
    typealias InboundIn = NIOAny

    private let onEnd: @Sendable () -> Void

    /// - Parameter onEnd: Called once or several times.
    init(onEnd: @escaping @Sendable () -> Void) {
        self.onEnd = onEnd
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if (event as? ChannelEvent) == .inputClosed { onEnd() }
        context.fireUserInboundEventTriggered(event)
    }

    /// Handlers are removed from a closed connection, also those that were added while it closed.
    func handlerRemoved(context: ChannelHandlerContext) { onEnd() }
}

extension GatewayContext {
    /// Runs an operation that is cancelled when the client of the request has gone.
    func whileConnected<Value: Sendable>(
        _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let (connection, continuation) = AsyncStream.makeStream(of: Void.self)
        let observer = InboundEnd { continuation.finish() }
        try await channel.pipeline.addHandler(observer, position: .first).get()
        defer { channel.pipeline.removeHandler(observer, promise: nil) }
        return try await withThrowingTaskGroup(of: Value.self) { group in
            group.addTask { try await operation() }
            group.addTask {
                for await _ in connection {}
                throw CancellationError()
            }
            defer { group.cancelAll() }
            guard let value = try await group.next() else { throw CancellationError() }
            return value
        }
    }
}
