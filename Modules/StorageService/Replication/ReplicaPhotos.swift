import CSodium
import Contracts
import HostFiles
import RPC
import Synchronization
import Texts

/// Makes the stored photos of a replica equal to those of its primary.
struct ReplicaPhotos {
    private let follower: ReplicaFollower
    private let folder: PhotoFolder

    init(_ follower: ReplicaFollower) {
        self.follower = follower
        folder = PhotoFolder(database: follower.database)
    }

    /// Fetches the photos that are missing, and removes those that the primary does not have.
    func copy() async throws {
        var surplus = Set(folder.names)
        var last: String?
        while true {
            let page = try await follower.client.call(
                Replication.photoNames, Replication.PhotoNamesRequest(after: last))
            for text in page.names {
                guard let name = PhotoName(text) else { continue }
                if surplus.remove(name) == nil { try await fetch(name) }
            }
            guard !page.isLast, let newest = page.names.last else { break }
            last = newest
        }
        for name in surplus { folder.remove(name) }
    }

    private func fetch(_ name: PhotoName) async throws {
        let received = Mutex<[UInt8]>([])
        do {
            _ = try await follower.client.stream(
                Replication.photo, Replication.PhotoRequest(file: name.text),
                CallOptions(deadline: .after(ReplicaFollower.callLimit))
            ) { item in
                let data = try item.columns.column("data", .bytes).array(of: UInt8.self)
                try received.withLock { bytes in
                    bytes += data
                    guard bytes.count <= PhotoFiles.byteLimit else {
                        throw Status(.resourceExhausted, "The photo \(name) is too large.")
                    }
                }
            }
        } catch {
            // The photo may have been removed meanwhile.
            guard error.code == .notFound else { throw error }
            return
        }
        let bytes = received.withLock { $0 }
        guard Self.digest(bytes) == String(name.digest) else {
            throw Status(.dataLoss, "The photo \(name) arrived damaged.")
        }
        try folder.write(bytes, as: name)
    }

    /// The SHA-256 of the bytes in hexadecimal digits.
    private static func digest(_ bytes: [UInt8]) -> String {
        var hash = [UInt8](repeating: 0, count: crypto_hash_sha256_bytes())
        crypto_hash_sha256(&hash, bytes, UInt64(bytes.count))
        return hash.hexDigits
    }
}
