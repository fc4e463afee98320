package import Contracts
import PostgresClient
package import RPC
package import StorageCore

extension PostgresStorage: PhotoOperations {
    package func storePicture(
        _ key: PictureKey, _ pieces: [Bytes], of profile: String
    ) async throws {
        try await write(profile) {
            [PhotoRows.find(key.photo, $0)]
        } _: { transaction, results in
            let (isStored, profile) = (results[0].first != nil, transaction.profile.id)
            switch key.size {
            case .full:
                transaction.writes = PhotoRows.store(
                    key.photo, pieces, isStored: isStored, now: publisher.now(), profile)
            case .screen, .thumbnail:
                guard isStored else { throw StorageError.noPhoto(key.photo) }
                transaction.writes = PhotoRows.replace(key, pieces, profile)
            }
        }
    }

    package func piece(
        _ number: Int, of key: PictureKey, of profile: String
    ) async throws -> Bytes? {
        try await read(profile) {
            [PhotoRows.piece(number, of: key, $0)]
        } _: { _, results in
            try results[0].first?.data(0)
        }
    }

    package func removeUnusedPhotos(
        storedBefore time: Int64
    ) async throws -> StoredPhotos.RemoveUnusedResponse {
        let profiles = try await readAll {
            [PhotoRows.count($0)]
        } _: { state, results in
            (id: state.profile.id, photos: Int(try results[0].first?.int64(0) ?? 0))
        }
        var response = StoredPhotos.RemoveUnusedResponse(removed: 0, kept: 0)
        for profile in profiles where profile.photos > 0 {
            let removed = try await removeUnusedPhotos(storedBefore: time, of: profile.id)
            response.removed += removed
            response.kept += max(0, profile.photos - removed)
        }
        return response
    }

    /// Locks the profile, so that no record can name one of the photos meanwhile. The owner of the profile may be
    /// another worker, which has no copy of the rows.
    private func removeUnusedPhotos(
        storedBefore time: Int64, of profile: Int64
    ) async throws -> Int {
        let start = [PostgresQuery("BEGIN")] + ProfileRows.lock(of: profile)
        return try await pool.withConnection(within: Self.connectLimit) { connection in
            let results = try await connection.run(
                start + PhotoRows.deletionOfUnused(storedBefore: time, profile)
                    + [PostgresQuery("COMMIT")], within: Self.statementLimit)
            return results[start.count].affectedRows
        }
    }

    /// The photos that a record of any profile names, sorted.
    package func namedPhotos(among files: [String]) async throws -> [String] {
        let names = try await readAll(pageSize: Self.photoPage) { id in
            [PostgresQuery(PhotoRows.namingTexts, .int64(id))]
        } _: { _, results in
            Set(try results[0].rows.flatMap { PhotoName.names(in: try $0.text(0)) })
        }
        return names.reduce(into: Set<String>()) { $0.formUnion($1) }.intersection(files).sorted()
    }

    /// The profiles of one round trip. The texts of a profile can have some MiB.
    private static let photoPage = 20
}
