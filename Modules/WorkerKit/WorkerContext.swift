import HostFiles
import Logging
package import RPC
import Synchronization
package import ZeroMQ
import ZeroMQTransport

/// What a worker makes its services from.
package final class WorkerContext: Sendable {
    package let environment: WorkerEnvironment
    /// Calls the services of other workers.
    package let client: Client
    /// For servers and connections of the worker's own.
    package let loop: Loop
    private let bus: BusConnection
    private let reportPreparing: @Sendable (String) -> Void
    private let state = Mutex(State())

    private struct State {
        var backgroundWork: [@Sendable () async throws -> Void] = []
        var drainActions: [@Sendable () async -> Void] = []
        var endActions: [@Sendable () async -> Void] = []
        var preparation: Task<Void, any Error>?
    }

    /// As long as something is prepared, the supervisor hears of it; it waits ten seconds at a time.
    private static let preparationInterval = Duration.seconds(3)

    init(
        environment: WorkerEnvironment, bus: BusConnection, loop: Loop,
        reportPreparing: @escaping @Sendable (String) -> Void
    ) {
        self.reportPreparing = reportPreparing
        self.environment = environment
        self.bus = bus
        client = Client(bus)
        self.loop = loop
    }

    /// As `client`, for a worker that asks storage often: it is asked at the socket of its own.
    package func directStorageClient() throws -> Client {
        let connection = ShortcutConnection(
            to: "storage", serving: "dayline.storage.",
            at: try .ipc(environment.home.storageSocket), fallback: bus, loop: loop)
        onEnd { connection.close() }
        return Client(connection)
    }

    /// Runs `work` beside the services, until they have ended; then it is cancelled. An error that it throws ends the worker, which is then started again.
    package func runInBackground(_ work: @escaping @Sendable () async throws -> Void) {
        state.withLock { $0.backgroundWork.append(work) }
    }

    /// Runs `action` when this worker is asked to end, before it waits for the calls that it has: to
    /// end those that would not end by themselves.
    package func onDrain(_ action: @escaping @Sendable () async -> Void) {
        state.withLock { $0.drainActions.append(action) }
    }

    /// Runs `action` when everything else has ended, such as closing a database.
    package func onEnd(_ action: @escaping @Sendable () async -> Void) {
        state.withLock { $0.endActions.append(action) }
    }

    /// Tells that making the services takes longer than a start may, and why. The supervisor waits for
    /// it, and people who start the system read the words.
    package func beginPreparation(_ what: String) {
        environment.logger.notice("\(what)")
        let news = Task { [reportPreparing] in
            while true {
                reportPreparing(what)
                try await Task.sleep(for: Self.preparationInterval)
            }
        }
        state.withLock { state in
            state.preparation?.cancel()
            state.preparation = news
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
