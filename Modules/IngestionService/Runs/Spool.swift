import Contracts
import Glibc
import HostFiles
import RPC

/// Files that came over the bus, from standard input or from afar, until they are imported.
struct Spool: Sendable {
    let folder: String

    /// What an upload leaves free on the disk, so that the database can go on.
    static let reserve: UInt64 = 256 << 20
    /// Files that nobody imported go after a day.
    static let lifetimeSeconds = 24 * 60 * 60

    /// Creates the folder, and removes what is too old.
    func prepare() throws {
        try Files.createPrivateFolder(folder)
        for path in outdated { unlink(path) }
    }

    /// Files that nobody imported within their time.
    var outdated: [String] {
        let now = time(nil)
        return Files.names(in: folder).map { "\(folder)/\($0)" }.filter { path in
            var status = stat()
            return stat(path, &status) == 0 && now - status.st_mtim.tv_sec > Self.lifetimeSeconds
        }
    }

    /// Writes what comes into a new file, of `limit` bytes at most.
    func receive(
        _ upload: Imports.UploadRequest, _ reader: TypedItemReader<Packet<Empty>>,
        limit: Int = StagingBudget.bytes(of: nil)
    ) async throws -> Imports.UploadResponse {
        try prepare()
        let room = DiskSpace(folder: folder, reserve: Self.reserve)
        if let bytes = upload.bytes {
            guard bytes <= limit else { throw StagingBudget.exceeded(limit) }
            try room.check(for: UInt64(max(0, bytes)))
        }
        let (descriptor, path) = try PrivateFile.created(in: folder)
        defer { close(descriptor) }
        do {
            var bytes = 0
            while let item = try await reader.next() {
                let data = try item.columns.column("data", .bytes)
                guard data.count <= limit - bytes else { throw StagingBudget.exceeded(limit) }
                try room.check(for: UInt64(data.count))
                try write(data, to: descriptor, path)
                bytes += data.count
            }
            return Imports.UploadResponse(path: path, bytes: Int64(bytes))
        } catch {
            unlink(path)
            throw error
        }
    }

    /// Whether `path` is a file of the spool, which goes when it was imported.
    func contains(_ path: String) -> Bool {
        let prefix = "\(folder)/\(PrivateFile.prefix)"
        return path.hasPrefix(prefix) && !path.dropFirst(prefix.count).contains("/")
    }

    func remove(_ path: String) {
        if contains(path) { unlink(path) }
    }

    private func write(_ data: Bytes, to descriptor: Int32, _ path: String) throws {
        var written = 0
        while written < data.count {
            let count = data.withUnsafeBytes { bytes in
                Glibc.write(
                    descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
            }
            guard count > 0 else { throw failure("write", path) }
            written += count
        }
    }

    private func failure(_ operation: String, _ path: String) -> Status {
        HostFileError.system(operation: operation, path: path, code: errno).status
    }
}
