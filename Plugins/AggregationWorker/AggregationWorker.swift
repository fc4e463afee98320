import AggregationService
import HostFiles
import RPC
import WorkerKit
import ZeroMQ
import ZeroMQTransport

@main
struct AggregationWorker: Worker {
    static func makeServices(_ worker: WorkerContext) async throws -> [any Service] {
        let zones = ZoneCatalog()
        let logger = worker.environment.logger
        let events = EventFeed(publisher: worker.environment.instance)
        worker.runInBackground { await events.run(on: worker.client) }
        // What is folded comes straight from storage: the broker would copy every chunk once more.
        let storage = BusConnection(
            endpoint: try .ipc(worker.environment.home.storageSocket), loop: worker.loop,
            patience: .seconds(2))
        worker.atEnd { storage.close() }
        let loop = FoldLoop(
            client: Client(storage), worker: worker.environment.instance, zones: zones,
            logger: logger, events: events)
        worker.runInBackground { await loop.run() }
        return [
            SampleStreamService(client: worker.client, zones: zones, logger: logger),
            InsightsService(
                client: worker.client, zones: zones, logger: logger,
                changes: ChangeWatch(path: worker.environment.home.changeCount),
                now: WallClock.milliseconds),
            ReadingsService(client: worker.client, zones: zones),
        ]
    }
}
