import Contracts
import HostFiles
import RPC
import Synchronization

/// An LRU cache of weight logs by profile.
///
/// A log is valid while storage's commit counter is unchanged. Without a commit counter, each request
/// calls the tracker worker.
final class WeightLogCache: Sendable {
    private struct Entry {
        var values: [Weights.Value]
        /// The commit counter before the tracker worker was called.
        var count: UInt64
        /// A counter that rises with every use.
        var lastUse: Int
    }

    private struct State {
        var entries: [String: Entry] = [:]
        var useCount = 0
    }

    private static let limit = 16

    private let client: Client
    private let changes: CommitCounterReader?
    private let state = Mutex(State())

    init(client: Client, changes: CommitCounterReader?) {
        self.client = client
        self.changes = changes
    }

    func values(_ context: CallContext) async throws -> [Weights.Value] {
        // Read before the call: the response can be newer than the counter, but never older.
        let count = changes?.count
        if let count, let values = cached(for: context.profile, at: count) { return values }
        let values = try await client.call(Weights.values, Empty(), context.forwardedOptions).values
        if let count { store(values, for: context.profile, at: count) }
        return values
    }

    /// The cached log; nil if it can have changed since.
    private func cached(for profile: String, at count: UInt64) -> [Weights.Value]? {
        state.withLock { state in
            guard let entry = state.entries[profile], entry.count == count else { return nil }
            state.useCount += 1
            state.entries[profile]?.lastUse = state.useCount
            return entry.values
        }
    }

    private func store(_ values: [Weights.Value], for profile: String, at count: UInt64) {
        state.withLock { state in
            state.useCount += 1
            state.entries[profile] = Entry(values: values, count: count, lastUse: state.useCount)
            while state.entries.count > Self.limit,
                let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse })
            {
                state.entries[oldest.key] = nil
            }
        }
    }
}
