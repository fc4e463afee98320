import Contracts
import HostFiles

/// The state of a home that is a replica, as the gateway shows it.
struct ReplicaState {
    /// The address of the primary; nil: unknown.
    private var primary: String?
    /// The time that the data is as of, by the clock of the primary (RFC 3339); nil: unknown.
    private(set) var asOf: String?

    /// - Returns: Nil if the home is not a replica.
    init?(of home: Home) {
        guard let file = try? ReplicationFile.read(home.replication) else { return }
        guard let following = file.following else { return nil }
        primary = following.address
        asOf = following.position?.at
    }

    /// A sentence for all pages.
    var notice: String {
        guard let primary, let asOf else { return "This is a read-only copy of another home." }
        let time = asOf.prefix(19).split(separator: "T").joined(separator: " ")
        return "This is a read-only copy of \(primary), as of \(time) UTC."
    }
}
