import Contracts
import Synchronization

/// The personal records that saved sets improved, until the page of their training session shows them once.
final class NewRecords: Sendable {
    private struct Session: Hashable {
        var profile: String
        var id: String
    }

    /// Training sessions that are remembered; one more removes all, of which a browser has requested none.
    private static let limit = 100

    private let records = Mutex<[Session: [Training.NewRecord]]>([:])

    /// Replaces the records of a training session that were not shown.
    func add(_ improved: [Training.NewRecord], of session: String, _ visitor: Visitor) {
        let session = Session(profile: visitor.profile, id: session)
        records.withLock { records in
            if records.count >= Self.limit { records.removeAll() }
            records[session] = improved
        }
    }

    /// The records of a training session, once; empty: none.
    func pop(of session: String, _ visitor: Visitor) -> [Training.NewRecord] {
        let session = Session(profile: visitor.profile, id: session)
        return records.withLock { $0.removeValue(forKey: session) ?? [] }
    }
}
