import HostFiles
import Logging
package import RPC
import Synchronization
package import ZeroMQ
import ZeroMQTransport

/// The environment and connections of a worker, for its services.
package final class WorkerContext: Sendable {
    package let environment: WorkerEnvironment
    /// Calls services of other workers.
    package let client: Client
    /// The event loop, for additional servers and connections of the worker.
    package let loop: Loop
    private let bus: WorkerBus
    private let reportPreparing: @Sendable (String) -> Void
    private let state = Mutex(State())

    private struct State {
        var backgroundWork: [@Sendable () async throws -> Void] = []
        var drainActions: [@Sendable () async -> Void] = []
        var endActions: [@Sendable () async -> Void] = []
        var preparation: Task<Void, any Error>?
    }

    /// Interval of progress reports during preparation; each extends the start by the limit of a start.
    private static let preparationInterval = Duration.seconds(3)

    init(
        environment: WorkerEnvironment, bus: WorkerBus, loop: Loop,
        reportPreparing: @escaping @Sendable (String) -> Void
    ) {
        self.reportPreparing = reportPreparing
        self.environment = environment
        self.bus = bus
        client = Client(bus.transport)
        self.loop = loop
    }

    /// Calls the services of storage. On another machine than storage these calls are on the connection for
    /// bulk, because their answers are large.
    package var storageClient: Client {
        switch bus {
        case .remote(let connection): Client(connection.bulk)
        case .local: client
        }
    }

    /// Runs `work` beside the services, and cancels it after they have ended. An error ends the worker,
    /// which the supervisor then restarts.
    package func runInBackground(_ work: @escaping @Sendable () async throws -> Void) {
        state.withLock { $0.backgroundWork.append(work) }
    }

    /// Runs `action` when a drain is requested, before open calls are awaited: for ending calls that do
    /// not end by themselves.
    package func onDrain(_ action: @escaping @Sendable () async -> Void) {
        state.withLock { $0.drainActions.append(action) }
    }

    /// Runs `action` after everything else has ended, such as closing a database.
    package func onEnd(_ action: @escaping @Sendable () async -> Void) {
        state.withLock { $0.endActions.append(action) }
    }

    /// Reports that creating the services takes longer than a normal start, and why. The supervisor then
    /// waits, and shows the text to people who start the system.
    package func beginPreparation(_ what: String) {
        environment.logger.notice("\(what)")
        let reports = Task { [reportPreparing] in
            while true {
                reportPreparing(what)
                try await Task.sleep(for: Self.preparationInterval)
            }
        }
        state.withLock { state in
            state.preparation?.cancel()
            state.preparation = reports
        }
    }

    func endPreparation() {
        state.withLock { $0.preparation?.cancel() }
    }

    var backgroundWork: [@Sendable () async throws -> Void] {
        state.withLock { $0.backgroundWork }
    }

    var drainActions: [@Sendable () async -> Void] {
        state.withLock { $0.drainActions }
    }

    var endActions: [@Sendable () async -> Void] {
        state.withLock { $0.endActions }
    }
}
