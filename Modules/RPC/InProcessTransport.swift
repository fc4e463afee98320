import Synchronization

/// Calls to services in the same process, through everything but a socket: messages are encoded into
/// frames and taken apart again, credit is granted, deadlines and cancellation travel.
package final class InProcessTransport: Transport {
    /// What becomes of a message between the two ends; the tests lose some of them.
    package typealias MessageFilter =
        @Sendable (Envelope, _ deliver: @escaping @Sendable (Envelope) -> Void) -> Void

    private let caller: CallerSession
    private let server: ServerSession

    package init(
        router: Router, capacity: Int = WireLimits.openCalls,
        passage: @escaping MessageFilter = { $1($0) }
    ) {
        let ends = Ends()
        caller = CallerSession(
            link: SessionLink { envelope, _ in
                passage(envelope) { ends.server?.receive(Self.reencoded($0), from: 0) }
            } setAlarm: { instant, ring in
                Self.setAlarm(at: instant, ring)
            })
        server = ServerSession(
            router: router, capacity: capacity, shouldCheckMessages: true,
            link: SessionLink { envelope, _ in
                passage(envelope) { ends.caller?.receive(Self.reencoded($0)) }
            } setAlarm: { instant, ring in
                Self.setAlarm(at: instant, ring)
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

    /// Everything passes as frames, so that what cannot be said on the wire cannot be said here.
    private static func reencoded(_ envelope: Envelope) -> Envelope {
        do {
            return try Envelope(frames: envelope.frames)
        } catch {
            return Envelope(final: error.status, call: envelope.call)
        }
    }

    private static func setAlarm(
        at instant: MonotonicInstant, _ ring: @escaping @Sendable () -> Void
    ) {
        Task.detached {
            // Never cancelled, so it can only end at its time.
            try? await Task.sleep(for: MonotonicInstant.now.duration(to: instant))
            ring()
        }
    }

    /// The two ends know each other weakly, so that they leave with their transport.
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
    /// A client of services that live in this process.
    package init(inProcess services: any Service...) {
        self.init(InProcessTransport(router: Router(services)))
    }

    /// A client of what is on `router`.
    package init(inProcess router: Router) {
        self.init(InProcessTransport(router: router))
    }
}
