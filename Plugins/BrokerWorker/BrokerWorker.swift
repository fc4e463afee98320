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
        let (keys, problem) = keys(process.environment)
        let broker = Broker(
            endpoint: process.environment.bus, loop: loop, secret: secret, keys: keys,
            keyProblem: problem)
        try await broker.start()
        if let problem = await broker.remoteProblem() ?? problem {
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

    /// The keys of the home, or the reason that they cannot be read, with which programs on this machine are
    /// served nevertheless.
    private static func keys(_ environment: WorkerEnvironment) -> (KeyRing?, Status?) {
        do {
            return (try KeyRing(environment.home), nil)
        } catch {
            return (nil, Status(describing: error))
        }
    }
}
