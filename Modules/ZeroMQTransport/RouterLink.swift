import RPC
import Synchronization
import ZeroMQ

/// A ROUTER socket and its peers, owned by the loop.
final class RouterLink: Sendable {
    enum Event: Sendable {
        case message(Envelope, peer: UInt64)
        case malformed(WireFault, peer: UInt64, call: CallID?)
        /// A message to the peer could not be sent because it has disconnected.
        case peerDisconnected(UInt64)
        /// A connection was closed; ``probe(_:)`` finds its peer.
        case connectionClosed
    }

    private struct Outgoing: Sendable {
        let envelope: Envelope
        let peer: UInt64
    }

    private struct State: ~Copyable {
        var port: RouterPort?
        var receive: @Sendable (Event) -> Void = { _ in }
    }

    private static let messagesPerIteration = 64

    let loop: Loop
    private let state: LoopBound<State>
    private let sendQueue = SendQueue<Outgoing>()

    init(loop: Loop) {
        self.loop = loop
        state = LoopBound(State(), on: loop)
    }

    /// Binds, and reports events to `receive` on the loop.
    func bind(_ endpoint: Endpoint, _ receive: @escaping @Sendable (Event) -> Void) async throws {
        try await loop.run { [self] in
            try state.with { state in
                let port = try RouterPort(loop: loop)
                try port.bind(endpoint)
                state.port = consume port
                state.receive = receive
            }
            try state.with { state in
                try state.port?.listen { [weak self] hasMonitorEvents in
                    self?.processEvents(hasMonitorEvents, receive) ?? false
                }
            }
        }
    }

    /// Sends messages in order, from any thread.
    func send(_ envelope: Envelope, to peer: UInt64) {
        let outgoing = Outgoing(envelope: envelope, peer: peer)
        if loop.isCurrent {
            if !sendQueue.appendIfFlushScheduled(outgoing) { write([outgoing]) }
        } else if sendQueue.append(outgoing) {
            loop.post { self.write(self.sendQueue.removeAll()) }
        }
    }

    /// Pings `peers` to find those that have disconnected, repeatedly for a short while: the monitor
    /// reports the end of a connection before its peer becomes unreachable.
    func probe(_ peers: @escaping @autoclosure @Sendable () -> [UInt64]) {
        for delay in [0, 1, 5, 25, 125, 625] {
            loop.schedule(at: .now.advanced(by: .milliseconds(delay))) { [self] in
                let ping = Envelope(Preamble(.ping), call: .none)
                for peer in peers() { write([Outgoing(envelope: ping, peer: peer)]) }
            }
        }
    }

    func close(lingerMilliseconds: Int32) {
        loop.post { [self] in
            write(sendQueue.removeAll())
            state.with { state in
                state.port?.close(lingerMilliseconds: lingerMilliseconds)
                state.port = nil
            }
        }
    }

    private func processEvents(_ hasMonitorEvents: Bool, _ receive: (Event) -> Void) -> Bool {
        for _ in 0..<Self.messagesPerIteration {
            guard let event = state.with({ $0.port?.next(withMonitorEvents: hasMonitorEvents) })
            else {
                return false
            }
            receive(event)
        }
        return true
    }

    private func write(_ messages: [Outgoing]) {
        for message in messages {
            let isSent = state.with { $0.port?.send(message.envelope, to: message.peer) ?? true }
            guard !isSent else { continue }
            state.with { $0.port?.remove(message.peer) }
            state.with { $0.receive }(.peerDisconnected(message.peer))
        }
    }
}
