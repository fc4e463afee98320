import RPC
import Synchronization

/// A transport whose calls take some milliseconds, and that records the greatest number of open ones.
final class SlowTransport: Transport {
    private struct Counts {
        var open = 0
        var highest = 0
        var calls = 0
    }

    private let next: any Transport
    private let counts = Mutex(Counts())

    init(_ next: any Transport) {
        self.next = next
    }

    /// The greatest number of calls that were open at once.
    var highest: Int { counts.withLock { $0.highest } }

    /// The number of all calls.
    var calls: Int { counts.withLock { $0.calls } }

    func perform(
        _ call: OutgoingCall,
        upload: @escaping @Sendable (ItemWriter) async throws -> Void,
        receive: @escaping @Sendable (WireContent) async throws -> Void
    ) async throws -> WireContent {
        counts.withLock { counts in
            counts.open += 1
            counts.calls += 1
            counts.highest = max(counts.highest, counts.open)
        }
        defer { counts.withLock { $0.open -= 1 } }
        try await Task.sleep(for: .milliseconds(2))
        return try await next.perform(call, upload: upload, receive: receive)
    }
}

/// Makes slow transports.
final class SlowTransports: Sendable {
    private let made = Mutex<SlowTransport?>(nil)

    /// The transport that was made last; nil: none.
    var newest: SlowTransport? { made.withLock { $0 } }

    func transport(over next: any Transport) -> any Transport {
        let transport = SlowTransport(next)
        made.withLock { $0 = transport }
        return transport
    }
}
