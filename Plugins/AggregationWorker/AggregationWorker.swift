import AggregationService
import HostFiles
import RPC
import WorkerKit

@main
struct AggregationWorker: Worker {
    static func makeServices(_ worker: WorkerContext) async throws -> [any Service] {
        let zones = ZoneCatalog()
        let logger = worker.environment.logger
        let events = EventPublisher(publisher: worker.environment.instance)
        worker.runInBackground { await events.run(on: worker.client) }
        let client = worker.storageClient
        let loop = FoldLoop(
            client: client, zones: zones, logger: logger, events: events)
        // The days of a replica are folded by its primary.
        if !worker.environment.home.isReplica { worker.runInBackground { await loop.run() } }
        return [
            SampleStreamService(client: client, zones: zones, logger: logger),
            InsightsService(
                client: client, zones: zones, logger: logger,
                changes: worker.environment.commitCounter,
                now: WallClock.milliseconds),
            ReadingsService(client: client, zones: zones),
            CheckupService(client: client, zones: zones, logger: logger),
        ]
    }
}
