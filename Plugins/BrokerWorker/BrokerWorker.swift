import Broker
import Logging
import WorkerKit
import ZeroMQ

@main
struct BrokerWorker: SupervisedProgram {
    static func run(_ process: SupervisedProcess) async throws {
        let logger = process.environment.logger
        let loop = try Loop { logger.warning("A turn of the loop took \($0).") }
        let broker = Broker(endpoint: process.environment.bus, loop: loop)
        try await broker.start()
        process.ready()
        await process.untilDrain()
        await broker.stop()
    }
}
