import Contracts
import HostFiles
import PostgresClient
import RPC
import StorageCore

extension PostgresStorage {
    func registerErase(on router: inout Router) {
        router.handle(Profiles.erase) { [self] request, context in
            // Empty if an earlier request that is repeated has erased the profile.
            let earlierNames = try await renames().earlierNames(of: request.name)
            let photos = try await photoCount(of: request.name)
            let named = try await namedPhotosOfHome()
            _ = try await StorageServices(self).change(Profiles.erase.name, request, context) {
                try await eraseRows(request, $0)
            }
            try await removePhotosOfHome(namedBefore: named)
            return Profiles.EraseResponse(
                photos: photos, remainingFiles: filesOfHome,
                serverCopies: Self.serverCopies, earlierNames: earlierNames)
        }
    }

    /// The number of photos of a profile; 0 if an earlier request that is repeated has erased it.
    private func photoCount(of name: String) async throws -> Int {
        do {
            return try await read(name) {
                [PhotoRows.count($0)]
            } _: { _, results in
                Int(try results[0].first?.int64(0) ?? 0)
            }
        } catch StorageError.noProfile {
            return 0
        }
    }

    /// The files of the home that a move to the server has left, with the data until then. Only storage on
    /// SQLite can change them.
    private var filesOfHome: [String] {
        guard let photos else { return [] }
        let folder = Files.folder(of: photos.folder)
        return Files.names(in: folder).filter(Self.isDatabaseOrChanges).sorted().map {
            "\(folder)/\($0)"
        }
    }

    private static func isDatabaseOrChanges(_ name: String) -> Bool {
        let database = "dayline.sqlite"
        let suffixes = ["", "-journal", Home.restoreSuffix, Home.restoreSuffix + ".refused"]
        return suffixes.contains { name == database + $0 }
            || ReplacedDatabases.companions.contains { name == database + $0 }
            || name.hasPrefix("\(database).kept-")
            || name.hasPrefix("superseded-") && name.hasSuffix(".json")
    }

    private static let serverCopies =
        "PostgreSQL may have deleted rows in its files until it uses their space again, and in its "
        + "backups, standbys and archived write-ahead log until these expire. Remove them from the "
        + "tables, as the owner of the schema, with: VACUUM FULL"

    /// Deletes the rows of a profile. The default profile stays, without data and with its present zone.
    private func eraseRows(
        _ request: Profiles.RemoveRequest, _ call: ChangeCall
    ) async throws -> Committed<Empty> {
        guard ProfileOwnership.key(of: request.name) == CallMetadata.defaultProfile else {
            return try await remove(request, call)
        }
        let committed = try await change(of: request.name, call) {
            [ProfileRows.zones(of: $0)]
        } _: { transaction, results in
            let row = transaction.profile
            let zone = try ProfileRows.zones(results[0]).last?.zone ?? "UTC"
            transaction.writes =
                ProfileRows.deletion(of: row.id, except: ["profile", "profile_name"])
                + ProfileRows.set(ZoneChange(from: nil, zone: zone), of: row.id) + [
                    // Versions that callers know are of the erased data.
                    PostgresQuery(
                        """
                        UPDATE dayline.profile SET data_version = $2, known_from = $2
                        WHERE profile_id = $1
                        """, .int64(row.id), .int64(call.now))
                ]
            transaction.effects.logEntries = [
                ChangeLog.Entry(
                    profile: row, who: "person", kind: Changes.restoredKind, key: row.name)
            ]
            return Empty()
        }
        if let id = try? await ownership.id(of: request.name) {
            await publisher.foldQueue.remove(profile: id)
        }
        return committed
    }

    /// The photos in the folder of the home that a record of any profile names. A home has them from before its
    /// move to the server.
    private func namedPhotosOfHome() async throws -> Set<PhotoName> {
        guard let files = photos?.names, !files.isEmpty else { return [] }
        return Set(try await namedPhotos(among: files.map(\.text)).compactMap { PhotoName($0) })
    }

    /// Removes the photos of the home that only an erased profile named. `named` are the photos that records
    /// named before. The records of a file that the home keeps may name others.
    private func removePhotosOfHome(namedBefore named: Set<PhotoName>) async throws {
        for name in named.subtracting(try await namedPhotosOfHome()) { photos?.remove(name) }
    }
}
