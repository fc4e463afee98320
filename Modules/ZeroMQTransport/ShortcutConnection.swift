package import RPC
import Synchronization
package import ZeroMQ

/// Calls one worker at the socket of its own, with nobody in between; and through the bus all others,
/// and this one too where nobody listens at that socket.
///
/// What a caller has of the broker it still has. A call that nobody took goes through the bus, where it
/// waits for a worker that is being started again, or is told why there is none; so does one that may
/// be repeated, when the connection breaks or the worker has no room. And when answers are long in
/// coming the worker is asked through the broker, which is how one that hangs is found out and ended:
/// what it was asked at its own socket ends with that question.
package final class ShortcutConnection: Transport {
    private struct Traffic {
        /// Calls at the worker's socket that will end by themselves.
        var open = 0
        var ended = 0
        var isCheckScheduled = false
    }

    /// Calls that are open at the worker's socket at once. There is no line for them, and others come
    /// too, so more wait at the broker.
    package static let openLimit = 16
    /// How long nothing may be answered before somebody is asked to look.
    private static let progressTimeout = Duration.milliseconds(500)
    private static let healthCheckTimeout = Duration.seconds(5)

    private let direct: BusConnection
    private let bus: BusConnection
    private let worker: String
    private let services: String
    private let loop: Loop
    private let retries = RetryPolicy()
    private let traffic = Mutex(Traffic())

    /// - Parameters:
    ///   - worker: What the worker is called on the bus, such as `storage`.
    ///   - services: How the names of the services begin that it alone serves.
    ///   - endpoint: Of the worker's own server.
    ///   - bus: The way to everybody; closed by whoever made it.
    ///   - loop: Runs the connection.
    package init(
        to worker: String, serving services: String, at endpoint: Endpoint,
        fallback bus: BusConnection,
        loop: Loop
    ) {
        direct = BusConnection(endpoint: endpoint, loop: loop)
        self.bus = bus
        self.worker = worker
        self.services = services
        self.loop = loop
    }

    /// Ends what is open at the worker's socket. Nothing can be called after.
    package func close() {
        direct.close()
    }

    package func perform(
        _ call: OutgoingCall,
        upload: @escaping @Sendable (ItemWriter) async throws -> Void,
        receive: @escaping @Sendable (WireContent) async throws -> Void
    ) async throws -> WireContent {
        let isForWorker = call.options.target == nil && call.name.service.hasPrefix(services)
        if isForWorker, !direct.isUnavailable {
            let reply = try await performDirectly(call, upload: upload, receive: receive)
            if let reply { return reply }
        }
        return try await bus.perform(call, upload: upload, receive: receive)
    }

    /// Asks at the worker's socket.
    /// - Returns: Nil when the call is to go through the bus.
    private func performDirectly(
        _ call: OutgoingCall,
        upload: @escaping @Sendable (ItemWriter) async throws -> Void,
        receive: @escaping @Sendable (WireContent) async throws -> Void
    ) async throws -> WireContent? {
        let endsByItself = call.options.deadline != .never
        if endsByItself {
            guard beginCall() else { return nil }
        }
        defer { if endsByItself { endCall() } }
        let hasDelivered = Flag()
        do {
            return try await direct.perform(call, upload: upload) { item in
                hasDelivered.set()
                try await receive(item)
            }
        } catch {
            if error is NoListenerError { return nil }
            let isLost = error is ConnectionLost
            let mayRepeat = call.isRepeatable && !hasDelivered.isSet
            if mayRepeat, isLost || retries.isTransient(Status(describing: error).code) {
                return nil
            }
            throw isLost ? Status.workerEnded(worker) : error
        }
    }
}

extension ShortcutConnection {
    /// False when there is no room.
    private func beginCall() -> Bool {
        let (isOpen, needsAlarm) = traffic.withLock { traffic in
            guard traffic.open < Self.openLimit else { return (false, false) }
            traffic.open += 1
            defer { traffic.isCheckScheduled = true }
            return (true, !traffic.isCheckScheduled)
        }
        if needsAlarm { scheduleProgressCheck() }
        return isOpen
    }

    private func endCall() {
        traffic.withLock { traffic in
            traffic.open -= 1
            traffic.ended += 1
        }
    }

    /// Looks at the traffic as long as there is some.
    private func scheduleProgressCheck() {
        let ended = traffic.withLock { $0.ended }
        loop.setAlarm(at: .now.advanced(by: Self.progressTimeout)) { [weak self] in
            self?.checkProgress(endedBefore: ended)
        }
    }

    private func checkProgress(endedBefore: Int) {
        let (isOver, isSilent) = traffic.withLock { traffic in
            traffic.isCheckScheduled = traffic.open > 0
            return (!traffic.isCheckScheduled, traffic.ended == endedBefore)
        }
        if isOver { return }
        if isSilent { checkHealthThroughBroker(endedBefore) }
        scheduleProgressCheck()
    }

    /// The broker watches whom it has handed a call. When it gives the worker up, or finds none, so do the
    /// calls at the worker's socket, if none of them has ended since.
    private func checkHealthThroughBroker(_ endedBefore: Int) {
        let question = CallOptions(deadline: .after(Self.healthCheckTimeout), target: worker)
        Task { [weak self, bus, loop] in
            do {
                // Were it repeatable, the next worker would answer it.
                let call = OutgoingCall(
                    name: BusHealth.check.name, kind: .unary,
                    content: try Empty().wireContent(), options: question, isRepeatable: false)
                _ = try await bus.perform(call, upload: { _ in }, receive: { _ in })
            } catch {
                // A broker that is away says nothing about the worker.
                guard let status = error as? Status, status.code == .unavailable else { return }
                loop.post { [weak self] in self?.failOpenCalls(status, endedBefore) }
            }
        }
    }

    /// On the loop.
    private func failOpenCalls(_ status: Status, _ endedBefore: Int) {
        guard traffic.withLock({ $0.ended == endedBefore && $0.open > 0 }) else { return }
        direct.markUnresponsive(status)
    }
}

extension Status {
    fileprivate static func workerEnded(_ worker: String) -> Self {
        Self(
            .unavailable, "The \(worker) worker ended before it answered.",
            hint: "Try again in a moment.")
    }
}
