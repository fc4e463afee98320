import Contracts
import RPC

/// Has storage correct single samples, in the profile's line of imports: an import that is under way
/// has seen the chunks as they were, and would bring back what is taken out meanwhile.
struct SampleEditor: Sendable {
    let storage: Client
    let queue: ImportQueue

    /// How long the answer waits for the day to be added up, which takes milliseconds.
    private static let foldTimeout = Duration.seconds(5)

    /// - Throws: NOT_FOUND when there is no such sample, or nothing to bring back.
    func perform(
        _ request: Corrections.CorrectRequest, _ context: CallContext
    ) async throws -> Corrections.Outcome {
        let applied = try await queue.run(for: context.profile) {
            try await storage.call(Corrections.correct, request, options(context))
        }
        if !applied.isFolded { await waitUntilFolded(applied.outcome.version, context) }
        return applied.outcome
    }

    /// Takes back the correction that is the last change, or makes it again.
    func revert(
        _ turn: TrackerRecords.UndoDirection, _ context: CallContext
    ) async throws -> TrackerRecords.ApplyResponse {
        let (applied, version) = try await queue.run(for: context.profile) {
            let applied = try await storage.call(
                Corrections.revert, TrackerRecords.UndoRequest(direction: turn), options(context))
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

    /// A change is done whether its day is added up yet or not: answers say when they are behind.
    private func waitUntilFolded(_ version: Int64, _ context: CallContext) async {
        var options = context.forwardedOptions
        options.deadline = .after(Self.foldTimeout)
        _ = try? await storage.call(Folds.wait, Folds.WaitRequest(version: version), options)
    }
}
