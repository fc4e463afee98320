package import Contracts
package import RPC

/// The operations of repairs that mark days for folding.
package protocol CheckupOperations: StorageOperations {
    /// Marks all days of the metrics; nothing changes without metrics.
    func refold(
        _ request: Checkups.RefoldRequest, _ call: ChangeCall
    ) async throws -> Committed<Folds.VersionResponse>
    /// Removes a damaged chunk from the published ones, so that an import can store its samples again.
    /// - Throws: `StorageError.changedSince` if the chunk has another hash.
    func isolateChunk(
        _ request: Checkups.IsolateChunkRequest, _ call: ChangeCall
    ) async throws -> Committed<Empty>
}

extension StorageServices where Engine: CheckupOperations {
    func registerRepairs(on router: inout Router) {
        router.handle(Checkups.refold) { [self] request, context in
            try await change(Checkups.refold.name, request, context) {
                try await engine.refold(request, $0)
            }
        }
        router.handle(Checkups.isolateChunk) { [self] request, context in
            try await change(Checkups.isolateChunk.name, request, context) {
                try await engine.isolateChunk(request, $0)
            }
        }
    }
}

extension [ProfileMetric: FoldRefusal] {
    /// The metrics that wait for a retry of their fold, ordered by profile and metric. `names` has the names
    /// of profiles by identifier.
    package func pendingFolds(_ names: [Int64: String]) -> [Checkups.PendingFold] {
        compactMap { metric, refusal in
            names[metric.profile].map { name in
                Checkups.PendingFold(
                    profile: name, metric: metric.metric, attempts: refusal.attempts,
                    reason: refusal.reason?.message
                        ?? "No worker finished the fold; see: dayline logs aggregation-1")
            }
        }.sorted { ($0.profile, $0.metric) < ($1.profile, $1.metric) }
    }
}
