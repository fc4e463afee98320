import Contracts
import Folding
package import HostFiles
package import Logging
package import RPC

/// Folds what storage has to fold, for as long as the process lives.
///
/// The streams of work stay open and cost nothing while there is none. When one breaks, because
/// storage went away, it is opened again.
package struct FoldLoop: Sendable {
    private let client: Client
    private let worker: String
    private let zones: ZoneCatalog
    private let logger: Logger
    private let events: EventPublisher
    private let fold: Fold

    /// - Parameters:
    ///   - client: Reaches storage.
    ///   - worker: A name for storage to know this worker by.
    ///   - zones: The system's zones.
    ///   - logger: Told of damaged chunks.
    ///   - events: Told how far the metrics are.
    package init(
        client: Client, worker: String, zones: ZoneCatalog, logger: Logger, events: EventPublisher
    ) {
        self.client = client
        self.worker = worker
        self.zones = zones
        self.logger = logger
        self.events = events
        fold = Fold(reader: SampleReader(client: client, logger: logger))
    }

    /// Ends when the task is cancelled.
    package func run() async {
        await withDiscardingTaskGroup { group in
            for _ in 0..<Self.streams { group.addTask { await work() } }
        }
    }

    /// While the samples of one task are on their way, or its totals are being stored, another is
    /// folded.
    private static let streams = 2

    /// Does one task after another.
    private func work() async {
        var pause = Self.shortestPause
        while !Task.isCancelled {
            let opened = ContinuousClock.now
            do {
                _ = try await client.stream(
                    Folds.work, Folds.WorkRequest(name: worker),
                    CallOptions(deadline: .never, window: 1)
                ) { task in
                    try await perform(task)
                }
            } catch {
                // Storage has its tasks back, and gives them out again.
                logger.debug("The stream of work ended: \(error)")
            }
            let held = opened.duration(to: .now)
            pause =
                held > Self.longestPause ? Self.shortestPause : min(pause * 2, Self.longestPause)
            try? await Task.sleep(for: pause)
        }
    }

    private static let shortestPause = Duration.milliseconds(20)
    private static let longestPause = Duration.seconds(2)

    private func perform(_ task: Folds.FoldTask) async throws {
        let options = CallOptions(profile: task.profile)
        let totals = try await fold.totals(
            of: task.metric, from: task.from, to: task.to, in: zones.history(task.zones), options)
        let commit = Packet(
            Folds.CommitRequest(lease: task.lease, stamp: task.stamp),
            columns: DayColumns(totals).columns)
        do {
            let progress = try await client.call(Folds.commit, commit, options)
            events.publish(Folds.progressTopic, progress.fields(of: task))
        } catch  where error.code == .aborted {
            // The samples changed meanwhile, and their days are given out anew.
        }
    }
}
