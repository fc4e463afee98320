import RPC
import Synchronization
import ZeroMQ

/// A worker's second connection to the broker of another machine, for streams and large messages: short calls
/// and pings do not wait behind them on a slow link.
///
/// The connection is announced after the worker itself. A broker that does not know the announcement refuses
/// it, and sends all calls on the first connection.
final class WorkerBulkLink: Sendable {
    /// The number of the broker as peer of this connection, for the worker's session.
    static let peer: UInt64 = 1

    private let link: DealerLink
    private let announcement: WorkerAnnouncement
    private let isRegistered = Atomic(false)
    /// Waits for the next pong.
    private let pongWaiter = Mutex<CheckedContinuation<Void, Never>?>(nil)

    /// The second connection of the worker with this announcement.
    init(_ worker: WorkerAnnouncement, endpoint: Endpoint, loop: Loop) {
        link = DealerLink(endpoint: endpoint, loop: loop)
        var announcement = worker
        announcement.bulkOf = worker.instance
        announcement.services = []
        self.announcement = announcement
    }

    /// Connects, and reports events to `receive` on the loop.
    func open(_ receive: @escaping @Sendable (DealerLink.Event) -> Void) {
        link.open(receive)
    }

    /// Announces the connection, once the worker itself is registered.
    func announce() {
        guard let body = try? JSONBody.encode(announcement) else { return }
        link.send(Envelope(Preamble(.ready), call: .none, body: body))
    }

    func send(_ envelope: Envelope) { link.send(envelope) }

    /// True if a message of the worker has to be sent here: it belongs to a call that arrived here, or is
    /// a large answer.
    func carries(_ envelope: Envelope, to peer: UInt64) -> Bool {
        if peer == Self.peer { return true }
        guard envelope.kind == .final, isRegistered.load(ordering: .acquiring) else { return false }
        let bytes = envelope.columns.reduce(envelope.body.count) { $0 + $1.count }
        return bytes > WireLimits.shortBytes
    }

    /// Records that the broker has registered or refused the connection.
    /// - Returns: True if the connection was registered before.
    @discardableResult
    func setRegistered(_ isRegistered: Bool) -> Bool {
        self.isRegistered.exchange(isRegistered, ordering: .acquiringAndReleasing)
    }

    /// Returns after the broker has received all messages, or after `limit`.
    func waitUntilReceived(within limit: Duration) async {
        guard isRegistered.load(ordering: .acquiring) else { return }
        await withCheckedContinuation { continuation in
            pongWaiter.withLock { $0 = continuation }
            link.loop.setAlarm(at: .now.advanced(by: limit)) { self.endWait() }
            link.send(Envelope(Preamble(.ping), call: .none))
        }
    }

    /// Handles a pong, which follows everything that was sent before its ping.
    func endWait() {
        let waiter = pongWaiter.withLock { $0.take() }
        waiter?.resume()
    }

    /// Replaces the connection.
    func reconnect() {
        setRegistered(false)
        link.reconnect()
    }

    func discardUnsent() { link.discardUnsent() }

    func close(lingerMilliseconds: Int32) { link.close(lingerMilliseconds: lingerMilliseconds) }
}
