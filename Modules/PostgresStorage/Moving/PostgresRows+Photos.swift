package import Contracts
import PostgresClient

/// Photos are not rows of a ``MovedTable``: the other engine has them as files.
extension PostgresRows {
    /// The names of all photos of a profile, sorted.
    package func photos(of profile: Int64) async throws -> [PhotoName] {
        try PhotoRows.names(
            try await run([
                PostgresQuery("BEGIN READ ONLY"), .setProfile(profile), PhotoRows.names(profile),
                PostgresQuery("COMMIT"),
            ])[2])
    }

    /// Stores a photo of a profile that no storage worker owns, or renews its age. `now` is in milliseconds since
    /// 1970.
    package func store(
        _ bytes: [UInt8], as photo: PhotoName, of profile: Int64, now: Int64
    ) async throws {
        let start = [PostgresQuery("BEGIN"), .setProfile(profile)]
        let found = try await run(
            start + [PhotoRows.find(photo, profile), PostgresQuery("COMMIT")])
        let writes = PhotoRows.store(
            photo, PhotoFiles.pieces(of: bytes), isStored: found[start.count].first != nil,
            now: now, profile)
        _ = try await run(start + writes + [PostgresQuery("COMMIT")])
    }
}
