package import Contracts
import Glibc
import Memberwise
import RPC

/// The epoch and the role of a home among its replicas, in a file that only its owner can read.
///
/// Storage writes the file while the system runs, and commands while it does not.
@Memberwise
package struct ReplicationFile: Codable, Hashable, Sendable {
    /// The epoch of the data, raised with each promotion.
    package var epoch: Int64 = 1
    /// The home that this one follows; nil: not a replica.
    package var following: Following? = nil
    /// The promotion of another home; nil: not superseded.
    package var superseded: Superseded? = nil
    /// The primary before the promotion of this home, until it was told; nil: none.
    package var former: Former? = nil

    @Memberwise
    package struct Following: Codable, Hashable, Sendable {
        /// Such as `tcp://192.168.1.20:8421`. The key is in ``Home/replicaKey``.
        package var address: String
        /// True until a copy has replaced a database with data of its own, which is kept then.
        package var hasOwnData: Bool = false
        /// The position of the data; nil: no copy is complete.
        package var position: Replication.Position? = nil
        /// The time at which the data was known to have all changes of the primary, by the clock of this home
        /// in milliseconds since 1970; nil: no copy is complete.
        package var confirmedAt: Int64? = nil
        /// The value of ``Contracts/Replication/Position/photos`` when the photos were last equal; nil: never.
        package var photos: String? = nil
    }

    @Memberwise
    package struct Superseded: Codable, Hashable, Sendable {
        /// The epoch of the promoted home.
        package var epoch: Int64
        /// Milliseconds since 1970.
        package var at: Int64
        /// The newest change that the promoted home has; nil: unknown.
        package var change: Int64? = nil
        /// The name of the file with later changes in this home; nil: no changes.
        package var file: String? = nil
    }

    @Memberwise
    package struct Former: Codable, Hashable, Sendable {
        package var address: String
        /// The newest change that this home received from the former primary.
        package var change: Int64
    }

    private static let limit = 1 << 16

    /// The file of the home; a primary without one.
    /// - Throws: FAILED_PRECONDITION with the path if the file is not valid.
    package static func read(_ path: String) throws -> Self {
        guard let bytes = try Files.readIfPresent(path, limit: limit) else { return Self() }
        guard let file = try? JSONBody.decode(Self.self, from: Bytes(bytes)), file.epoch > 0 else {
            throw Status(
                .failedPrecondition, "\(path) is not valid.",
                hint: "Restore the file. Without it, this home counts as a primary that has never "
                    + "followed another.")
        }
        return file
    }

    package func write(to path: String) throws {
        try Files.writeAtomically(try JSONBody.encode(self).array(of: UInt8.self), to: path)
    }

    /// True if storage connects to another home.
    package var needsNetwork: Bool { following != nil || former != nil }
}

extension Home {
    /// True if the home follows another one. A file that cannot be read counts as that of a replica, so that
    /// nothing is changed.
    package var isReplica: Bool {
        guard access(replication, F_OK) == 0 else { return false }
        guard let file = try? ReplicationFile.read(replication) else { return true }
        return file.following != nil
    }
}
