import Memberwise
import RPC

/// The stored row of a profile.
@Memberwise
package struct ProfileRow: Hashable, Sendable {
    package var id: Int64
    package var name: String
    package var dataVersion: Int64
    /// The first version that certainly belongs to this profile. A client's earlier version may be of
    /// another profile that had the same name.
    package var firstVersion: Int64

    /// - Throws: `defaultProfileRequired` for the profile that requests without a profile use.
    package func requireNotDefault() throws(StorageError) {
        guard name != CallMetadata.defaultProfile else { throw .defaultProfileRequired }
    }
}
