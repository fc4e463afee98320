import Contracts
import HostFiles
import PostgresStorage
import RPC
import StorageCore
import StorageService
import Synchronization

/// Copies photos between the folder of a home and the rows of a server.
///
/// Each photo is read back from its copy: storage compares the bytes of a photo with the hash in its name.
/// Thumbnails are not copied, since they are made again.
struct MovedPhotos {
    private let folder: PhotoFolder

    init(in home: Home) { folder = home.photos }

    /// The photos of the folder that a record of a profile names, by the profile's identifier. A photo that no
    /// record names stays behind.
    func names(
        of profiles: [MovedProfile], in source: SQLiteRows
    ) async throws -> [Int64: [PhotoName]] {
        var names: [Int64: [PhotoName]] = [:]
        for profile in profiles {
            names[profile.id] = try await source.photosNamed(by: profile.id)
                .filter(folder.contains)
        }
        return names
    }

    /// All photos of the profiles, by the profile's identifier.
    func names(
        of profiles: [MovedProfile], in source: PostgresRows
    ) async throws -> [Int64: [PhotoName]] {
        var names: [Int64: [PhotoName]] = [:]
        for profile in profiles { names[profile.id] = try await source.photos(of: profile.id) }
        return names
    }

    /// A note about the photos that are copied, if there are any.
    func notes(_ names: [Int64: [PhotoName]], isToServer: Bool) -> [String] {
        let count = names.values.reduce(0) { $0 + $1.count }
        guard count > 0 else { return [] }
        let photos = count == 1 ? "1 photo is" : "\(count) photos are"
        return [
            isToServer
                ? "\(photos) copied, and kept in the folder \(folder.folder) as well."
                : "\(photos) copied to the folder \(folder.folder)."
        ]
    }

    /// Copies photos of a profile to the server.
    func copy(
        _ names: [PhotoName], of profile: MovedProfile, from source: Client,
        to target: PostgresRows, as copy: Int64, checkedBy check: Client
    ) async throws {
        try report(names, profile)
        for name in names {
            let bytes = try await bytes(of: name, profile.name, source)
            try await target.store(bytes, as: name, of: copy, now: WallClock.milliseconds())
            _ = try await self.bytes(of: name, profile.name, check)
        }
    }

    /// Copies photos of a profile to the folder.
    func copy(
        _ names: [PhotoName], of profile: MovedProfile, from source: Client,
        checkedBy check: Client
    ) async throws {
        try report(names, profile)
        for name in names {
            try folder.write(try await bytes(of: name, profile.name, source), as: name)
            _ = try await bytes(of: name, profile.name, check)
        }
    }

    private func report(_ names: [PhotoName], _ profile: MovedProfile) throws {
        guard !names.isEmpty else { return }
        try MoveOptions.report(progress: "\(profile.name): copying \(names.count) photos")
    }

    /// - Throws: DATA_LOSS if the bytes do not have the hash of the name.
    private func bytes(
        of name: PhotoName, _ profile: String, _ storage: Client
    ) async throws -> [UInt8] {
        let received = Mutex<[UInt8]>([])
        _ = try await storage.stream(
            StoredPhotos.read, StoredPhotos.Picture(file: name.text), CallOptions(profile: profile)
        ) { item in
            let data = try item.columns.column("data", .bytes).array(of: UInt8.self)
            received.withLock { $0 += data }
        }
        return received.withLock { $0 }
    }
}
