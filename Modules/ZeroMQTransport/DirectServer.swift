package import RPC
import Synchronization
package import ZeroMQ

/// Serves a router at an endpoint of its own, without a broker. Callers connect to it as to the bus.
package final class DirectServer: Sendable {
    private let link: RouterLink
    private let session: ServerSession
    private let endpoint: Endpoint

    package init(endpoint: Endpoint, router: Router, capacity: Int = 64, loop: Loop) {
        let link = RouterLink(loop: loop)
        self.link = link
        self.endpoint = endpoint
        session = ServerSession(
            router: router, capacity: capacity, instance: endpoint.description,
            link: SessionLink(executor: loop) { envelope, peer in
                link.send(envelope, to: peer)
            } setAlarm: { instant, action in
                loop.setAlarm(at: instant, action)
            })
    }

    /// Binds the endpoint and starts serving.
    /// - Throws: FAILED_PRECONDITION if the endpoint cannot be bound.
    package func start() async throws(Status) {
        try endpoint.checkFolder()
        do {
            try await link.bind(endpoint) { [session, link] event in
                switch event {
                case .message(let envelope, let peer):
                    Self.receive(envelope, from: peer, session, link)
                case .malformed(let fault, let peer, let call):
                    session.countMalformed()
                    if let call { link.send(Envelope(final: fault.status, call: call), to: peer) }
                case .peerDisconnected(let peer): session.remove(peer: peer)
                case .connectionClosed: link.probe(session.peers)
                }
            }
        } catch {
            throw Status(.failedPrecondition, "\(endpoint) cannot be bound (\(error)).")
        }
    }

    /// Refuses new calls, finishes open ones within `limit`, and closes.
    package func stop(within limit: Duration = .seconds(2)) async {
        session.drain()
        await session.waitUntilIdle(within: limit)
        link.close(lingerMilliseconds: 200)
    }

    private static func receive(
        _ envelope: Envelope, from peer: UInt64, _ session: ServerSession, _ link: RouterLink
    ) {
        switch envelope.kind {
        case .ping: link.send(Envelope(Preamble(.pong), call: envelope.call), to: peer)
        case .pong: break
        default: session.receive(envelope, from: peer)
        }
    }
}
