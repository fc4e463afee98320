import PostgresClient
import StorageCore

/// The row of a profile in one snapshot of the database.
struct ProfileState {
    let profile: ProfileRow
    /// The number of the newest change.
    let latest: Int64
    /// The epoch of the owner.
    let epoch: Int64
    /// The number of commits by all owners.
    let commits: Int64

    /// Reads the row of a profile.
    static func query(of id: Int64) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT profile_id, name, data_version, known_from, change_number,
                owner_epoch, commit_number
            FROM dayline.profile WHERE profile_id = $1
            """, .int64(id))
    }

    /// - Parameters:
    ///   - result: The result of ``query(of:)``.
    ///   - name: The name by which the profile was found.
    /// - Throws: `ProfileRenamed` if the profile does not have the name any more.
    init(_ result: PostgresResult, named name: String) throws {
        guard let row = result.first else { throw ProfileRenamed() }
        profile = ProfileRow(
            id: try row.int64(0), name: try row.text(1), dataVersion: try row.int64(2),
            firstVersion: try row.int64(3))
        latest = try row.int64(4)
        epoch = try row.int64(5)
        commits = try row.int64(6)
        guard ProfileOwnership.key(of: profile.name) == ProfileOwnership.key(of: name) else {
            throw ProfileRenamed()
        }
    }
}
