import Synchronization

/// Calls services in the same process through the whole protocol except the socket: messages are
/// encoded into frames and decoded again, with flow control, deadlines and cancellation.
package final class InProcessTransport: Transport {
    /// Delivers a message, or does not: tests inject faults with it.
    package typealias MessageFilter =
        @Sendable (Envelope, _ deliver: @escaping @Sendable (Envelope) -> Void) -> Void

    package let isRemote: Bool
    private let caller: CallerSession
    private let server: ServerSession

    /// Streams count bytes with `isRemote`, as between machines.
    package init(
        router: Router, capacity: Int = WireLimits.openCalls, isRemote: Bool = false,
        filter: @escaping MessageFilter = { $1($0) }
    ) {
        self.isRemote = isRemote
        let ends = Ends()
        caller = CallerSession(
            link: SessionLink { envelope, _ in
                filter(envelope) { ends.server?.receive(Self.reencoded($0), from: 0) }
            } setAlarm: { instant, action in
                Self.setAlarm(at: instant, action)
            })
        server = ServerSession(
            router: router, capacity: capacity, shouldCheckMessages: true,
            isRemote: isRemote,
            link: SessionLink { envelope, _ in
                filter(envelope) { ends.caller?.receive(Self.reencoded($0)) }
            } setAlarm: { instant, action in
                Self.setAlarm(at: instant, action)
            })
        ends.connect(caller, server)
    }

    package func perform(
        _ call: OutgoingCall,
        upload: @escaping @Sendable (ItemWriter) async throws -> Void,
        receive: @escaping @Sendable (WireContent) async throws -> Void
    ) async throws -> WireContent {
        try await caller.perform(call, upload: upload, receive: receive)
    }

    /// Encodes and decodes a message, so that content that cannot be sent as frames fails here too.
    private static func reencoded(_ envelope: Envelope) -> Envelope {
        do {
            return try Envelope(frames: envelope.frames)
        } catch {
            return Envelope(final: error.status, call: envelope.call)
        }
    }

    private static func setAlarm(
        at instant: MonotonicInstant, _ action: @escaping @Sendable () -> Void
    ) {
        Task.detached {
            // The task is never cancelled, so the sleep ends only at its time.
            try? await Task.sleep(for: MonotonicInstant.now.duration(to: instant))
            action()
        }
    }

    /// Weak references of the two ends to each other, so that both are freed with the transport.
    private final class Ends: Sendable {
        private struct Pair {
            weak var caller: CallerSession?
            weak var server: ServerSession?
        }

        private let pair = Mutex(Pair())

        func connect(_ caller: CallerSession, _ server: ServerSession) {
            pair.withLock { $0 = Pair(caller: caller, server: server) }
        }

        var caller: CallerSession? { pair.withLock { $0.caller } }
        var server: ServerSession? { pair.withLock { $0.server } }
    }
}

extension Client {
    /// A client of services in this process.
    package init(inProcess services: any Service...) {
        self.init(InProcessTransport(router: Router(services)))
    }

    /// A client of the services registered on `router`.
    package init(inProcess router: Router) {
        self.init(InProcessTransport(router: router))
    }
}
