package import RPC
import Synchronization
package import ZeroMQ

/// A caller's two connections to the bus of another machine, with the same key.
///
/// Streams, large requests and methods with large responses have a connection of their own, so that short calls
/// do not wait behind their frames on a slow link. The bus services, among them the stream of events, are on
/// the connection for short calls. The connection for bulk is created at its first call.
package final class RemoteConnection: Transport {
    private struct State {
        var bulk: BusConnection?
        var isClosed = false
    }

    private let endpoint: Endpoint
    private let loop: Loop
    private let connectTimeout: Duration
    private let control: BusConnection
    private let state = Mutex(State())

    /// Connects to `endpoint` in the background, as ``BusConnection`` does.
    package init(endpoint: Endpoint, loop: Loop, connectTimeout: Duration = .zero) {
        self.endpoint = endpoint
        self.loop = loop
        self.connectTimeout = connectTimeout
        control = BusConnection(endpoint: endpoint, loop: loop, connectTimeout: connectTimeout)
    }

    package var isRemote: Bool { true }

    /// The connection for bulk, for callers whose answers are large.
    package var bulk: any Transport { bulkConnection() }

    /// Ends all open calls and closes both connections. Later calls fail.
    package func close() {
        let bulk = state.withLock { state in
            state.isClosed = true
            return state.bulk
        }
        bulk?.close()
        control.close()
    }

    package func perform(
        _ call: OutgoingCall,
        upload: @escaping @Sendable (ItemWriter) async throws -> Void,
        receive: @escaping @Sendable (WireContent) async throws -> Void
    ) async throws -> WireContent {
        let connection = call.isBulk ? bulkConnection() : control
        return try await connection.perform(call, upload: upload, receive: receive)
    }

    /// The connection for bulk. After ``close()``, the connection for short calls, which then refuses all
    /// calls.
    private func bulkConnection() -> BusConnection {
        state.withLock { state in
            if state.isClosed { return control }
            if let bulk = state.bulk { return bulk }
            let bulk = BusConnection(
                endpoint: endpoint, loop: loop, connectTimeout: connectTimeout)
            state.bulk = bulk
            return bulk
        }
    }
}

extension OutgoingCall {
    /// True for streams of data, and for large requests and responses.
    fileprivate var isBulk: Bool {
        guard !Route.isBusService(name.service) else { return false }
        return kind != .unary || hasLargeReply || content.byteCount > WireLimits.shortBytes
    }
}
