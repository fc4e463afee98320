import RPC
import ZeroMQTransport

/// Second connections of workers on other machines, for streams and large messages.
extension BrokerState {
    /// Registers the second connection of a worker, which has the key of the first one.
    mutating func registerBulk(
        of instance: String, _ peer: UInt64, _ now: Instant, _ actions: inout [Action]
    ) {
        guard
            let worker = workers.values.first(where: { $0.announcement.instance == instance }),
            worker.peer != peer, let holder = holders[peer],
            holder.authentication.publicKey == holders[worker.peer]?.authentication.publicKey
        else {
            malformed += 1
            return actions.append(.fail(.noBulkOwner(instance), .none, to: peer))
        }
        if worker.bulkPeer == nil { worker.bulkPeer = peer }
        guard worker.bulkPeer == peer else {
            return replaceConnections(of: worker, now, &actions)
        }
        actions.append(.signal(Preamble(.ready), .none, to: peer))
    }

    /// The worker with this second connection; nil for other peers.
    func worker(withBulk peer: UInt64) -> RegisteredWorker? {
        workers.values.first { $0.bulkPeer == peer }
    }

    /// Removes the worker whose second connection has ended.
    mutating func removeWorker(
        withBulk peer: UInt64, _ now: Instant, _ actions: inout [Action]
    ) {
        if let worker = worker(withBulk: peer) { replaceConnections(of: worker, now, &actions) }
    }

    /// Removes a worker that has lost one of its connections, and requests a new announcement.
    private mutating func replaceConnections(
        of worker: RegisteredWorker, _ now: Instant, _ actions: inout [Action]
    ) {
        remove(worker.peer, .unreachable, now, &actions)
        actions.append(.signal(Preamble(.goodbye), .none, to: worker.peer))
    }
}
