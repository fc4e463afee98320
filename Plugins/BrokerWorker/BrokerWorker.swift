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
        let broker = Broker(endpoint: process.environment.bus, loop: loop, secret: secret)
        try await broker.start()
        process.reportReady()
        await process.waitForDrain()
        await broker.stop()
    }
}
