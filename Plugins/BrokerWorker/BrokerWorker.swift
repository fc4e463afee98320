import Broker
import Logging
import RPC
import WorkerKit
import ZeroMQ
import ZeroMQTransport

@main
struct BrokerWorker: SupervisedProgram {
    private static let connectTimeout = Duration.seconds(2)

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
        let connection = BusConnection(
            endpoint: process.environment.bus, loop: loop, connectTimeout: connectTimeout)
        let profiles = Task {
            await broker.followProfiles(Client(connection)) { result in
                switch result {
                case .success(let count):
                    logger.notice("Removed \(count) keys of profiles that were removed or renamed.")
                case .failure(let status):
                    logger.debug("Keys are not compared with the profiles: \(status.message)")
                }
            }
        }
        await process.waitForDrain()
        profiles.cancel()
        connection.close()
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
