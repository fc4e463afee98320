import Contracts
package import Logging
package import RPC

/// Updates linked activities and weights when the zone of a profile or the order of a metric's sources
/// changes, which storage serves. After imports and corrections, the ingestion worker calls
/// ``HealthLinks/sync``.
package struct HealthSyncTask: Sendable {
    private static let changes = ["change.zone", "change.sources"]
    private static let workerReady = "worker.ready"
    private static let retryPause = Duration.seconds(1)
    private static let timeout = Duration.seconds(600)

    private let service: TrackerService
    private let bus: Client
    private let logger: Logger

    /// `bus` is a client of the bus, for its events.
    package init(service: TrackerService, bus: Client, logger: Logger) {
        self.service = service
        self.bus = bus
        self.logger = logger
    }

    /// Follows each profile from its first request on, until the task is cancelled.
    package func run() async {
        await withDiscardingTaskGroup { group in
            var followed: Set<String> = []
            for await profile in service.loadedProfiles()
            where followed.insert(profile).inserted {
                group.addTask { await follow(profile) }
            }
        }
    }

    /// Updates a profile after each change, and whenever changes may have been missed: when a
    /// subscription begins and when storage has restarted.
    private func follow(_ profile: String) async {
        let request = BusEvents.SubscribeRequest(topics: Self.changes + [Self.workerReady])
        while !Task.isCancelled {
            do {
                _ = try await bus.stream(
                    BusEvents.subscribe, request, CallOptions(deadline: .never, profile: profile)
                ) { event in
                    let isOtherWorker =
                        event.topic == Self.workerReady
                        && event.fields["name"].map(WorkerName.isStorage) != true
                    if !isOtherWorker { await update(profile) }
                }
            } catch {
                // The broker restarts.
                logger.debug("The changes of \(profile) are not followed: \(error)")
            }
            try? await Task.sleep(for: Self.retryPause)
        }
    }

    /// Waits until the days of the newest data version are folded, and updates the profile.
    private func update(_ profile: String) async {
        let context = CallContext(
            deadline: .after(Self.timeout), metadata: CallMetadata(profile: profile))
        do {
            let newest = try await service.client.call(
                Staging.prepare, Empty(), context.forwardedOptions)
            _ = try await service.client.call(
                Folds.wait, Folds.WaitRequest(version: newest.version), context.forwardedOptions)
            _ = try await service.sync(HealthLinks.SyncRequest(), context)
        } catch {
            guard !Task.isCancelled else { return }
            let status = Status(describing: error)
            logger.error(
                """
                Linked activities of the profile \(profile) were not updated \
                (\(status.code.name)). Retry with: dayline health sync
                """)
            // A message can name an activity.
            logger.debug("Linked activities were not updated: \(status.message)")
        }
    }
}
