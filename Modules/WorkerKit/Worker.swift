import Contracts
import Logging
package import RPC
import ZeroMQ
import ZeroMQTransport

/// A program that serves calls from the bus.
///
/// ```swift
/// @main
/// struct StorageWorker: Worker {
///     static func makeServices(_ worker: WorkerContext) async throws -> [any Service] {
///         [try await StorageService(path: worker.environment.home.database)]
///     }
/// }
/// ```
package protocol Worker: SupervisedProgram {
    /// Creates the services of this worker. Calls are accepted after it has returned.
    static func makeServices(_ worker: WorkerContext) async throws -> [any Service]

    /// Number of concurrent calls, unless the manifest has one.
    static var capacity: Int { get }

    /// True if each profile has one of the processes of this worker; false: any of them serves a call.
    static var isByProfile: Bool { get }
}

extension Worker {
    package static var capacity: Int { 64 }
    package static var isByProfile: Bool { false }

    /// Serves until a drain is requested, then refuses new calls and returns after the open ones have
    /// ended.
    package static func run(_ process: SupervisedProcess) async throws {
        let environment = process.environment
        let logger = environment.logger
        let loop = try Loop { duration in
            logger.warning("An iteration of the event loop took \(duration).")
        }
        let bus = WorkerBus(endpoint: environment.bus, loop: loop)
        let worker = WorkerContext(
            environment: environment, bus: bus, loop: loop,
            reportPreparing: process.reportPreparing)
        let services = try await makeServices(worker)
        worker.endPreparation()
        let connection = WorkerConnection(
            endpoint: environment.bus, instance: environment.instance, name: environment.name,
            router: Router(services, notes: MethodNote.all),
            capacity: environment.capacity ?? capacity, token: environment.token,
            isByProfile: isByProfile, zones: environment.zones, loop: loop
        ) { refusal in
            logger.error("\(environment.bus) refuses this worker: \(refusal)")
        }
        // A system on another machine may start much later than this process.
        if environment.bus.isRemote { worker.beginPreparation("waiting for \(environment.bus)") }

        Task { await connection.run() }
        Task {
            await connection.waitForRegistration()
            worker.endPreparation()
            logger.info("ready")
            process.reportReady()
        }
        let background = worker.backgroundWork.map { work in
            Task { await process.failIfThrowing(work) }
        }
        await process.waitForDrain()
        logger.info("draining")
        for action in worker.drainActions { await action() }
        await connection.drain()
        for task in background { task.cancel() }
        for task in background { await task.value }
        for action in worker.endActions { await action() }
        bus.close()
        await loop.flush(within: .milliseconds(500))
        logger.info("stopped")
    }
}
