import CLinux
import Synchronization
import ZeroMQ

/// The bytes of messages that a broker has in memory, by the client that sent them or will receive them.
///
/// A message counts from its arrival until its last byte has left, or it is dropped: also while libzmq
/// keeps it for a peer that does not read.
final class ByteBudget: Sendable {
    private let perClient: Int
    private let total: Int
    private let usage = Mutex(Usage())

    private struct Usage {
        var total = 0
        /// The most since there was nothing.
        var peak = 0
        var clients: [UInt64: Int] = [:]
    }

    init(perClient: Int, total: Int) {
        self.perClient = perClient
        self.total = total
    }

    /// Counts a message until its frames are freed.
    /// - Returns: False when the client or all of them have too many; the message is to be dropped.
    func charge(_ content: FrameList, to client: UInt64) -> Bool {
        let bytes = content.chargedBytes
        guard bytes > 0 else { return true }
        let hasRoom = usage.withLock { held in
            let ofClient = held.clients[client, default: 0]
            guard bytes <= perClient - ofClient, bytes <= total - held.total else { return false }
            held.clients[client] = ofClient + bytes
            held.total += bytes
            held.peak = max(held.peak, held.total)
            return true
        }
        if hasRoom { content.charge(ByteCharge(bytes, of: client, in: self)) }
        return hasRoom
    }

    fileprivate func release(_ bytes: Int, of client: UInt64) {
        let isLarge = usage.withLock { held in
            held.total -= bytes
            let rest = held.clients[client, default: 0] - bytes
            held.clients[client] = rest > 0 ? rest : nil
            guard held.total == 0 else { return false }
            defer { held.peak = 0 }
            return held.peak >= Self.largePeak
        }
        // Freed memory would stay with the process.
        if isLarge { dayline_memory_release() }
    }

    private static let largePeak = 32 << 20

    /// The bytes that count now.
    var bytes: Int { usage.withLock(\.total) }
}

/// A message that counts as long as this lives. libzmq's thread may be the last to use it.
private final class ByteCharge: Sendable {
    private let bytes: Int
    private let client: UInt64
    private let budget: ByteBudget

    init(_ bytes: Int, of client: UInt64, in budget: ByteBudget) {
        self.bytes = bytes
        self.client = client
        self.budget = budget
    }

    deinit {
        budget.release(bytes, of: client)
    }
}
