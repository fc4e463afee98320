import Contracts
import Glibc
import HostFiles
import RPC

/// The folder of uploaded files, from standard input or remote callers, until they are imported.
struct Spool: Sendable {
    let folder: String

    /// Bytes that an upload leaves free on the disk for the database.
    static let reserve: UInt64 = 256 << 20
    /// Age in seconds at which files are removed.
    static let lifetimeSeconds = 24 * 60 * 60

    /// Creates the folder, and removes expired files.
    func prepare() throws {
        try Files.createPrivateFolder(folder)
        for path in expired { WorkFolder.remove(path) }
    }

    /// Paths of files older than the lifetime.
    var expired: [String] {
        let now = time(nil)
        return Files.names(in: folder).map { "\(folder)/\($0)" }.filter { path in
            var status = stat()
            return stat(path, &status) == 0 && now - status.st_mtim.tv_sec > Self.lifetimeSeconds
        }
    }

    /// Writes an upload into a new file of at most `limit` bytes.
    /// - Throws: `excess`, or else RESOURCE_EXHAUSTED, if the upload is larger; RESOURCE_EXHAUSTED if
    ///   the disk is too full. The file is removed then.
    func receive(
        _ upload: Imports.UploadRequest, _ reader: TypedItemReader<Packet<Empty>>,
        limit: Int = StagingBudget.bytes(of: nil), excess: Status? = nil
    ) async throws -> Imports.UploadResponse {
        try prepare()
        let diskSpace = DiskSpace(folder: folder, reserve: Self.reserve)
        if let bytes = upload.bytes {
            guard bytes <= limit else { throw excess ?? StagingBudget.exceeded(limit) }
            try diskSpace.check(for: UInt64(max(0, bytes)))
        }
        let (descriptor, path) = try PrivateFile.created(in: folder)
        defer { close(descriptor) }
        do {
            var bytes = 0
            while let item = try await reader.next() {
                let data = try item.columns.column("data", .bytes)
                guard data.count <= limit - bytes else {
                    throw excess ?? StagingBudget.exceeded(limit)
                }
                try diskSpace.check(for: UInt64(data.count))
                try write(data, to: descriptor, path)
                bytes += data.count
            }
            return Imports.UploadResponse(upload: Self.handle(of: path), bytes: Int64(bytes))
        } catch {
            unlink(path)
            throw error
        }
    }

    /// The handle of an uploaded file: the random part of its name.
    private static func handle(of path: String) -> String {
        String(path.split(separator: "/").last?.dropFirst(PrivateFile.prefix.count) ?? "")
    }

    /// The path of an uploaded file.
    /// - Throws: INVALID_ARGUMENT if `handle` is not a handle.
    func path(of handle: String) throws(Status) -> String {
        guard !handle.isEmpty, handle.utf8.allSatisfy({ $0 != UInt8(ascii: "/") && $0 != 0 }) else {
            throw Status(
                .invalidArgument, "\"\(handle)\" is not the handle of an upload.",
                hint: "Upload the file with \(Imports.upload.name) first.")
        }
        return "\(folder)/\(PrivateFile.prefix)\(handle)"
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
