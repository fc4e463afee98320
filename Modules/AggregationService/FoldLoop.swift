import Contracts
import Folding
package import HostFiles
package import Logging
package import RPC

/// Computes the fold tasks of storage until it is cancelled.
///
/// The work streams stay open and cost nothing while idle. A stream that breaks, for example
/// because storage stopped, is opened again after a delay.
package struct FoldLoop: Sendable {
    private let client: Client
    private let zones: ZoneCatalog
    private let logger: Logger
    private let events: EventPublisher
    private let fold: Fold
    private let workers: StorageWorkers

    /// - Parameters:
    ///   - client: The client for storage.
    ///   - zones: The system's zones.
    ///   - logger: Logs damaged chunks.
    ///   - events: Publishes the progress of the metrics.
    package init(
        client: Client, zones: ZoneCatalog, logger: Logger, events: EventPublisher
    ) {
        self.client = client
        self.zones = zones
        self.logger = logger
        self.events = events
        workers = StorageWorkers(client: client) { error in
            logger.debug("The storage workers are not followed: \(error)")
        }
        fold = Fold(reader: SampleReader(client: client, logger: logger))
    }

    /// Runs until the task is cancelled.
    package func run() async {
        var running: [StorageWorkers.Target: Task<Void, Never>] = [:]
        for await targets in workers.targets {
            for (target, task) in running where !targets.contains(target) {
                task.cancel()
                running[target] = nil
            }
            for target in targets where running[target] == nil {
                running[target] = Task { await work(for: target) }
            }
        }
        for task in running.values { task.cancel() }
        for task in running.values { await task.value }
    }

    /// Runs the streams of one worker, or of the only one, until the task is cancelled.
    private func work(for target: StorageWorkers.Target) async {
        await withDiscardingTaskGroup { group in
            for _ in 0..<Self.streams { group.addTask { await work(at: target.instance) } }
        }
    }

    /// The number of concurrent streams: one folds while another waits for samples or a commit.
    private static let streams = 2

    /// Runs one stream of tasks, and opens it again when it ends.
    private func work(at instance: String?) async {
        var pause = Self.shortestPause
        while !Task.isCancelled {
            let opened = ContinuousClock.now
            do {
                _ = try await client.stream(
                    Folds.work, Empty(),
                    CallOptions(deadline: .never, window: 1, target: instance)
                ) { task in
                    try await perform(task, at: instance)
                }
            } catch {
                // Storage revokes the leases of a closed stream and assigns the tasks again.
                logger.debug("The work stream ended: \(error)")
            }
            let elapsed = opened.duration(to: .now)
            pause =
                elapsed > Self.longestPause ? Self.shortestPause : min(pause * 2, Self.longestPause)
            try? await Task.sleep(for: pause)
        }
    }

    private static let shortestPause = Duration.milliseconds(20)
    private static let longestPause = Duration.seconds(2)

    /// Folds a task of a storage worker, which alone has the lease.
    private func perform(_ task: Folds.FoldTask, at instance: String?) async throws {
        let options = CallOptions(profile: task.profile)
        let totals = try await fold.totals(
            of: task.metric, from: task.from, to: task.to, in: zones.history(task.zones), options)
        let commit = Packet(
            Folds.CommitRequest(lease: task.lease, stamp: task.stamp),
            columns: DayColumns(totals).columns)
        do {
            let progress = try await client.call(
                Folds.commit, commit, CallOptions(profile: task.profile, target: instance))
            events.publish(Folds.progressTopic, progress.fields(of: task))
        } catch  where error.code == .aborted {
            // The samples changed during the fold; storage assigns the days again.
        }
    }
}
