import CLinux
import Synchronization
import ZeroMQ

/// Limits the bytes of messages in the broker's memory, by the client that sent or receives them.
///
/// A message counts from its arrival until its last byte was sent or dropped, including the time in
/// libzmq's queue to a peer that does not read.
final class ByteBudget: Sendable {
    private let perClient: Int
    private let total: Int
    private let usage = Mutex(Usage())

    private struct Usage {
        var total = 0
        /// Maximum of `total` since it was zero.
        var peak = 0
        var clients: [UInt64: Int] = [:]
    }

    init(perClient: Int, total: Int) {
        self.perClient = perClient
        self.total = total
    }

    /// Counts a message until its frames are freed.
    /// - Returns: False if a limit is exceeded; the message then has to be dropped.
    func charge(_ content: FrameList, to client: UInt64) -> Bool {
        let bytes = content.chargedBytes
        guard bytes > 0 else { return true }
        let isAccepted = usage.withLock { usage in
            let used = usage.clients[client, default: 0]
            guard bytes <= perClient - used, bytes <= total - usage.total else { return false }
            usage.clients[client] = used + bytes
            usage.total += bytes
            usage.peak = max(usage.peak, usage.total)
            return true
        }
        if isAccepted { content.charge(ByteCharge(bytes, of: client, in: self)) }
        return isAccepted
    }

    fileprivate func release(_ bytes: Int, of client: UInt64) {
        let isLarge = usage.withLock { usage in
            usage.total -= bytes
            let remaining = usage.clients[client, default: 0] - bytes
            usage.clients[client] = remaining > 0 ? remaining : nil
            guard usage.total == 0 else { return false }
            defer { usage.peak = 0 }
            return usage.peak >= Self.largePeak
        }
        // The allocator would keep the freed memory.
        if isLarge { dayline_memory_release() }
    }

    private static let largePeak = 32 << 20

    /// Bytes in memory.
    var bytes: Int { usage.withLock(\.total) }
}

/// Counts a message during its lifetime. The last release may be on libzmq's I/O thread.
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
