package import Contracts
import GRDB
import HostFiles
package import RPC
package import StorageCore
import Synchronization

/// Photos in the folder of the home, which all profiles share.
extension StorageService: PhotoOperations {
    var photos: PhotoFolder { PhotoFolder(database: file.path) }

    package func storePicture(
        _ key: PictureKey, _ pieces: [Bytes], of profile: String
    ) async throws {
        if key.size == .full { try checkWritable() }
        try await Self.runOnThread { [self] in
            let bytes = pieces.flatMap { $0.array(of: UInt8.self) }
            switch key.size {
            case .full:
                try photoUploads.withLock { uploads in
                    try photos.write(bytes, as: key.photo)
                    uploads[key.photo, default: []].insert(profile)
                    // The file may have been stored before, and be unused since.
                    photos.touch(key.photo, at: publisher.now())
                }
            case .screen, .thumbnail:
                // Also on a replica, which makes these pictures itself.
                guard photos.contains(key.photo) else { throw StorageError.noPhoto(key.photo) }
                try Files.writeAtomically(bytes, to: photos.path(of: key.photo, key.size))
            }
        }
    }

    package func piece(
        _ number: Int, of key: PictureKey, of profile: String
    ) async throws -> Bytes? {
        try await Self.runOnThread { [photos] in
            guard let piece = try photos.piece(number, of: key.photo, key.size), !piece.isEmpty
            else { return nil }
            return Bytes(piece)
        }
    }

    package func removeUnusedPhotos(
        storedBefore time: Int64
    ) async throws -> StoredPhotos.RemoveUnusedResponse {
        // A database that a restore replaced can be restored again and may name any of the photos.
        guard ReplacedDatabases(database: file.path).paths.isEmpty else {
            return StoredPhotos.RemoveUnusedResponse(removed: 0, kept: photos.names.count)
        }
        let old = photos.names(storedBefore: time)
        let named = try await photosNamedAnywhere()
        var removed = 0
        for name in old where !named.contains(name) {
            let isRemoved = photoUploads.withLock { uploads in
                guard photos.isStored(name, before: time) else { return false }
                uploads[name] = nil
                photos.remove(name)
                return true
            }
            if isRemoved { removed += 1 }
        }
        return StoredPhotos.RemoveUnusedResponse(removed: removed, kept: photos.names.count)
    }

    /// The photos that a record of any profile names, in the database and in those that restores have replaced.
    func photosNamedAnywhere() async throws -> Set<PhotoName> {
        let candidates = photos.names.map(\.text)
        var named = Set(
            try await file.read { db in try NamedPhotos.named(among: candidates, db) })
        for path in ReplacedDatabases(database: file.path).paths {
            let queue = try DatabaseQueue(path: path)
            named.formUnion(
                try await queue.read { db in try NamedPhotos.named(among: candidates, db) })
            try queue.close()
        }
        return Set(named.compactMap { PhotoName($0) })
    }

    /// Removes the photos that only an erased profile named or stored, and old ones that no profile names. A photo
    /// that another profile has stored and not named yet stays for a day. `named` are the photos that records
    /// named before.
    /// - Returns: The number of removed photos.
    func removePhotos(
        ofErased profile: String, namedBefore named: Set<PhotoName>
    ) async throws -> Int {
        let old = Set(photos.names(storedBefore: StoredPhotos.unusedLimit(now: publisher.now())))
        let stillNamed = try await photosNamedAnywhere()
        return photoUploads.withLock { uploads in
            let others = uploads.filter { name, profiles in
                !old.contains(name)
                    && profiles.contains { !ExistingProfiles.isSame($0, profile) }
            }.keys
            let own = uploads.filter { $1.contains { ExistingProfiles.isSame($0, profile) } }.keys
            let removed = named.union(old).union(own).subtracting(stillNamed).subtracting(others)
            for name in removed {
                photos.remove(name)
                uploads[name] = nil
            }
            return removed.count
        }
    }
}
