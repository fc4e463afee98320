import Broker
import Logging
import RPC
import WorkerKit
import ZeroMQ

@main
struct BrokerWorker: SupervisedProgram {
    static func run(_ process: SupervisedProcess) async throws {
        let logger = process.environment.logger
        let loop = try Loop { logger.warning("An iteration of the event loop took \($0).") }
        let secret = process.environment.token.flatMap(StartSecret.init(text:))
        let broker = Broker(
            endpoint: process.environment.bus, loop: loop, secret: secret,
            keys: keys(process.environment))
        try await broker.start()
        if let problem = await broker.remoteProblem() {
            logger.error("No connections over TCP: \(problem)")
        }
        process.reportReady()
        await process.waitForDrain()
        await broker.stop()
    }

    /// The keys of the home; nil if they cannot be read, so that programs on this machine are served
    /// nevertheless.
    private static func keys(_ environment: WorkerEnvironment) -> KeyRing? {
        do {
            return try KeyRing(environment.home)
        } catch {
            environment.logger.error("No connections over TCP: \(Status(describing: error))")
            return nil
        }
    }
}
