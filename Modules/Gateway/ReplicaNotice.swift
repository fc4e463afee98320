import Contracts
import HostFiles

/// A sentence with the time of the data for all pages of a replica; nil: the home is not a replica.
func replicaNotice(of home: Home) -> String? {
    guard home.isReplica else { return nil }
    let following = try? ReplicationFile.read(home.replication).following
    guard let following, let position = following.position else {
        return "This is a read-only copy of another home."
    }
    let time = position.at.prefix(19).split(separator: "T").joined(separator: " ")
    return "This is a read-only copy of \(following.address), as of \(time) UTC."
}
