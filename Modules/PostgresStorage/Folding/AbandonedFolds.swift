import Contracts
import Folding
import PostgresClient
package import RPC
import StorageCore

/// Lets a storage worker fold the days that an ended one left dirty. A worker has the fold tasks of the
/// profiles that it owns, and would own those of the ended worker only with their next request.
///
/// When storage workers appear or disappear, one of them looks for dirty days in all profiles, and sends a
/// call for each such profile through the broker, which chooses the worker that becomes the owner.
package struct AbandonedFolds: Sendable {
    /// The attempts while the database or a worker is not reachable.
    private static let attempts = 24
    /// The pause between the attempts.
    private static let retryPause = Duration.seconds(5)
    /// The time limit of a call.
    private static let callLimit = Duration.seconds(30)

    private let storage: PostgresStorage
    private let client: Client
    private let instance: String
    private let onFailure: @Sendable (Status) -> Void

    /// - Parameters:
    ///   - storage: The storage of this worker.
    ///   - client: Calls storage through the broker.
    ///   - instance: The instance of this worker at the broker.
    ///   - onFailure: Called if dirty days are left after all attempts.
    package init(
        _ storage: PostgresStorage, client: Client, instance: String,
        onFailure: @escaping @Sendable (Status) -> Void
    ) {
        self.storage = storage
        self.client = client
        self.instance = instance
        self.onFailure = onFailure
    }

    /// Runs until the task is cancelled.
    package func run() async {
        var known: Set<String> = []
        for await targets in StorageWorkers(client: client, onFailure: { _ in }).targets {
            let present = Set(targets.compactMap(\.instance))
            guard present != known else { continue }
            known = present
            // The others see the same workers.
            guard present.min() == instance else { continue }
            await resume()
        }
    }

    private func resume() async {
        var failure: Status?
        for attempt in 0..<Self.attempts {
            do {
                if attempt > 0 { try await Task.sleep(for: Self.retryPause) }
                for profile in try await storage.dirtyProfiles() {
                    // No version is older, so that the answer follows the change of the owner.
                    _ = try await client.call(
                        Folds.wait, Folds.WaitRequest(version: 0),
                        CallOptions(deadline: .after(Self.callLimit), profile: profile))
                }
                return
            } catch is CancellationError {
                return
            } catch {
                failure = Status(describing: error)
            }
        }
        if let failure { onFailure(failure) }
    }
}

extension PostgresStorage {
    /// The names of the profiles with dirty days.
    package func dirtyProfiles() async throws -> [String] {
        try await readAll { profile in
            [
                PostgresQuery(
                    "SELECT EXISTS (SELECT FROM dayline.dirty WHERE profile_id = $1)",
                    .int64(profile))
            ]
        } _: { state, results in
            try results[0].first?.bool(0) == true ? state.profile.name : nil
        }.compactMap(\.self)
    }
}
