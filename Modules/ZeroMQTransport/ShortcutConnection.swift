package import RPC
import Synchronization
package import ZeroMQ

/// Calls the services of one worker over a direct socket, and all others through the bus.
///
/// The guarantees of the broker remain. A call that could not be sent goes through the bus, where it
/// waits for the worker to restart or fails with the reason; so does a repeatable call if the connection
/// breaks or the worker is full. If no call ends for a while, the worker's health is checked through the
/// broker, which detects and ends a hanging worker; a failed check fails the calls at the direct socket.
package final class ShortcutConnection: Transport {
    private struct Traffic {
        /// Calls at the direct socket that have a deadline.
        var open = 0
        var ended = 0
        var isCheckScheduled = false
    }

    /// Limit of calls at the direct socket, which has no queue and is shared with other callers. Further
    /// calls go through the broker.
    package static let openLimit = 16
    /// Time without an ended call after which the worker's health is checked.
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
    ///   - worker: Name of the worker on the bus, such as `storage`.
    ///   - services: Common prefix of the names of the services that only this worker serves.
    ///   - endpoint: Endpoint of the worker's direct server.
    ///   - bus: Connection for all other calls; not closed by this connection.
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

    /// Fails the calls at the direct socket, and later ones.
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

    /// Calls the worker at its direct socket.
    /// - Returns: Nil if the call has to go through the bus.
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
    /// False if the limit of calls is reached.
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

    /// Checks for progress as long as there are calls.
    private func scheduleProgressCheck() {
        let ended = traffic.withLock { $0.ended }
        loop.setAlarm(at: .now.advanced(by: Self.progressTimeout)) { [weak self] in
            self?.checkProgress(endedBefore: ended)
        }
    }

    private func checkProgress(endedBefore: Int) {
        let (isIdle, isSilent) = traffic.withLock { traffic in
            traffic.isCheckScheduled = traffic.open > 0
            return (!traffic.isCheckScheduled, traffic.ended == endedBefore)
        }
        if isIdle { return }
        if isSilent { checkHealthThroughBroker(endedBefore) }
        scheduleProgressCheck()
    }

    /// Checks the worker's health with a call through the broker, which monitors workers with calls. If
    /// that ends UNAVAILABLE, the calls at the direct socket fail, unless one of them has ended since.
    private func checkHealthThroughBroker(_ endedBefore: Int) {
        let options = CallOptions(deadline: .after(Self.healthCheckTimeout), target: worker)
        Task { [weak self, bus, loop] in
            do {
                // A repeatable call would be answered by the restarted worker.
                let call = OutgoingCall(
                    name: BusHealth.check.name, kind: .unary,
                    content: try Empty().wireContent(), options: options, isRepeatable: false)
                _ = try await bus.perform(call, upload: { _ in }, receive: { _ in })
            } catch {
                // A lost connection to the broker does not reveal the state of the worker.
                guard let status = error as? Status, status.code == .unavailable else { return }
                loop.post { [weak self] in self?.failOpenCalls(status, endedBefore) }
            }
        }
    }

    /// Runs on the loop.
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
