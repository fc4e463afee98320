import Contracts
import RPC

extension Router {
    /// Forwards the queries that load the snapshot of a profile and bring it up to date.
    mutating func forwardSnapshotQueries(to storage: Client) {
        handle(Changes.since) { try await storage.call(Changes.since, $0, $1.forwardedOptions) }
        forwardSnapshotRecords(to: storage)
    }

    /// Forwards the queries that load the snapshot of a profile.
    mutating func forwardSnapshotRecords(to storage: Client) {
        handle(TrackerRecords.documents) {
            try await storage.call(TrackerRecords.documents, $0, $1.forwardedOptions)
        }
        handle(TrackerRecords.entries) {
            try await storage.call(TrackerRecords.entries, $0, $1.forwardedOptions)
        }
    }
}
