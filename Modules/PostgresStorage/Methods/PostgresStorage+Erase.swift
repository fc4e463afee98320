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
            _ = try await StorageServices(self).change(Profiles.erase.name, request, context) {
                try await eraseRows(request, $0)
            }
            return Profiles.EraseResponse(
                photos: try await removeUnnamedPhotos(), remainingFiles: filesOfHome,
                serverCopies: Self.serverCopies, earlierNames: earlierNames)
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

    /// Removes the photos of the home that no profile names.
    /// - Returns: Their number.
    private func removeUnnamedPhotos() async throws -> Int {
        guard let photos else { return 0 }
        let files = photos.names
        let named = Set(try await namedPhotos(among: files.map(\.text)))
        let unnamed = files.filter { !named.contains($0.text) }
        for file in unnamed { photos.remove(file) }
        return unnamed.count
    }
}
