package import RPC
import Synchronization
package import ZeroMQ

/// The connection of a program that makes one call after the other. A call to a socket of this machine waits
/// on the calling thread: loading libzmq, and starting and waking its threads, take several times as long as
/// the call.
///
/// Streams, calls to another machine, and calls that find nothing at the socket are those of a
/// ``BusConnection``, which is created then.
package final class SequentialConnection: Transport {
    private struct State: ~Copyable {
        /// The socket of the calls before; nil after a call that failed.
        var socket: LocalSocket?
        var bus: BusConnection?
    }

    private static let cancelTimeout = Duration.milliseconds(100)

    private let endpoint: Endpoint
    private let loop: @Sendable () throws -> Loop
    /// Locked during a call.
    private let state = Mutex(State())

    /// Creates the connection. `loop` returns the loop of the ``BusConnection``.
    package init(endpoint: Endpoint, loop: @escaping @Sendable () throws -> Loop) {
        self.endpoint = endpoint
        self.loop = loop
    }

    package func perform(
        _ call: OutgoingCall,
        upload: @escaping @Sendable (ItemWriter) async throws -> Void,
        receive: @escaping @Sendable (WireContent) async throws -> Void
    ) async throws -> WireContent {
        if call.kind == .unary, let path = endpoint.path, let reply = try reply(to: call, at: path)
        {
            return reply
        }
        return try await bus().perform(call, upload: upload, receive: receive)
    }

    /// Performs a call at the socket.
    /// - Returns: The response; nil if nothing listens, and the call was not sent.
    private func reply(to call: OutgoingCall, at path: String) throws -> WireContent? {
        var request = try call.request()
        request.call = CallID(high: .random(in: 1 ... .max), low: 0)
        do {
            return try state.withLock { state in
                let deadline = call.options.deadline
                guard
                    var socket = try Self.sent(request, over: state.socket.take(), path, deadline)
                else { return nil }
                let final = try Self.final(of: request.call, from: &socket, deadline)
                state.socket = consume socket
                return try final.reply()
            }
        } catch let failure as LocalSocket.Failure {
            switch failure {
            case .lost: throw ConnectionLost(endpoint: endpoint)
            case .timedOut: throw Status.deadlineExceeded(call.name.description)
            }
        }
    }

    /// The socket that `request` was sent to: that of the last call, or a new one; nil if nothing listens.
    private static func sent(
        _ request: Envelope, over last: consuming LocalSocket?, _ path: String, _ deadline: Deadline
    ) throws(LocalSocket.Failure) -> LocalSocket? {
        do throws(LocalSocket.Failure) {
            let socket =
                if let last { last } else { try LocalSocket(path: path, deadline: deadline) }
            try socket.send(request.frames, deadline)
            return socket
        } catch {
            guard error == .lost else { throw error }
            return nil
        }
    }

    /// The final of a call, which is cancelled if the final does not arrive.
    private static func final(
        of call: CallID, from socket: inout LocalSocket, _ deadline: Deadline
    ) throws -> Envelope {
        do {
            while true {
                let message = try Envelope(frames: try socket.receive(deadline))
                if message.kind == .final, message.call == call { return message }
            }
        } catch {
            // Without an effect if the connection has ended.
            let cancel = Envelope(Preamble(.cancel), call: call)
            try? socket.send(cancel.frames, .after(cancelTimeout))
            throw error
        }
    }

    private func bus() throws -> BusConnection {
        try state.withLock { state in
            if let bus = state.bus { return bus }
            let bus = BusConnection(endpoint: endpoint, loop: try loop())
            state.bus = bus
            return bus
        }
    }
}
