import Contracts
import HostFiles

/// A sentence with the time of the data for all pages of a replica; nil: the home is not a replica.
func replicaNotice(of home: Home) -> String? {
    let unknown = "This is a read-only copy of another home."
    guard let file = try? ReplicationFile.read(home.replication) else { return unknown }
    guard let following = file.following else { return nil }
    guard let position = following.position else { return unknown }
    let time = position.at.prefix(19).split(separator: "T").joined(separator: " ")
    return "This is a read-only copy of \(following.address), as of \(time) UTC."
}
