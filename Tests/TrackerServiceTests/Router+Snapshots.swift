import Contracts
import RPC

extension Router {
    /// Forwards the queries that a snapshot of a profile is loaded with.
    mutating func forwardSnapshotQueries(to storage: Client) {
        handle(Changes.since) { try await storage.call(Changes.since, $0, $1.forwardedOptions) }
        handle(TrackerRecords.documents) {
            try await storage.call(TrackerRecords.documents, $0, $1.forwardedOptions)
        }
        handle(TrackerRecords.entries) {
            try await storage.call(TrackerRecords.entries, $0, $1.forwardedOptions)
        }
    }
}
