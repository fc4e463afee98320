import Contracts
import RPC

/// Corrects single samples in storage, within the profile's import queue: a running import has read
/// the old chunks and would restore a sample that is deleted meanwhile.
struct SampleEditor: Sendable {
    let storage: Client
    let queue: ImportQueue
    let linkedActivities: LinkedActivities

    /// Limit of the wait for the day's fold, which takes milliseconds.
    private static let foldTimeout = Duration.seconds(5)

    /// Performs a correction, waits until the day is folded, and updates linked activities.
    /// - Throws: NOT_FOUND if the sample, or the correction to restore, does not exist.
    func perform(
        _ request: Corrections.CorrectRequest, _ context: CallContext
    ) async throws -> Corrections.Outcome {
        let applied = try await queue.run(for: context.profile) {
            try await storage.call(Corrections.correct, request, options(context))
        }
        if !applied.isFolded { await waitUntilFolded(applied.outcome.version, context) }
        var outcome = applied.outcome
        outcome.linked = await linkedActivities.update(context.forwardedOptions)
        return outcome
    }

    /// Undoes the correction that is the last step, or redoes it.
    func revert(
        _ request: TrackerRecords.UndoRequest, _ context: CallContext
    ) async throws -> TrackerRecords.ApplyResponse {
        let (applied, version) = try await queue.run(for: context.profile) {
            let applied = try await storage.call(
                Corrections.revert, request, options(context))
            let prepared = try await storage.call(
                Staging.prepare, Empty(), context.forwardedOptions)
            return (applied, prepared.version)
        }
        await waitUntilFolded(version, context)
        return applied
    }

    private func options(_ context: CallContext) -> CallOptions {
        var options = context.forwardedOptions
        options.idempotencyKey = context.metadata.idempotencyKey
        return options
    }

    /// Waits for the fold. A timeout is not an error: the correction is stored, and answers say if
    /// they are stale.
    private func waitUntilFolded(_ version: Int64, _ context: CallContext) async {
        var options = context.forwardedOptions
        options.deadline = .after(Self.foldTimeout)
        _ = try? await storage.call(Folds.wait, Folds.WaitRequest(version: version), options)
    }
}
