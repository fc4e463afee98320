package import Contracts
import Glibc
package import HostFiles
package import RPC

/// The folder of uploaded files until they are imported: from standard input, remote callers and the web app.
package struct Spool: Sendable {
    package let folder: String

    /// Bytes that an upload leaves free on the disk for the database.
    package static let reserve: UInt64 = 256 << 20
    /// Age in seconds at which files are removed.
    private static let lifetimeSeconds = 24 * 60 * 60

    package init(folder: String) {
        self.folder = folder
    }

    /// The spool of a home.
    package init(of home: Home) {
        self.init(folder: "\(home.folder)/spool")
    }

    /// Creates the folder, and removes expired files.
    package func prepare() throws {
        try Files.createPrivateFolder(folder)
        for path in expired { Self.remove(path) }
    }

    /// Removes a file, or a folder with its files.
    package static func remove(_ path: String) {
        guard unlink(path) != 0 else { return }
        Files.removeFolder(path)
    }

    /// Paths of files older than the lifetime.
    package var expired: [String] {
        let now = time(nil)
        return Files.names(in: folder).map { "\(folder)/\($0)" }.filter { path in
            var status = stat()
            return stat(path, &status) == 0 && now - status.st_mtim.tv_sec > Self.lifetimeSeconds
        }
    }

    /// Writes an upload into a file of at most `limit` bytes: a new one, or that of the upload which
    /// the request continues. `write` appends the bytes to the file.
    /// - Throws: `excess`, or else RESOURCE_EXHAUSTED, if the upload is larger; RESOURCE_EXHAUSTED if
    ///   the disk is too full. The file is removed after any error, unless the upload is resumable.
    package func receive(
        _ upload: Imports.UploadRequest, limit: Int, excess: Status? = nil,
        _ write: (SpoolFile) async throws -> Void
    ) async throws -> Imports.UploadResponse {
        try prepare()
        let diskSpace = DiskSpace(folder: folder, reserve: Self.reserve)
        let excess = excess ?? ImportLimit.exceeded(limit)
        let offset = upload.offset ?? 0
        guard offset == 0 || offset > 0 && upload.upload != nil else {
            throw Status(
                .outOfRange, "An upload cannot begin at byte \(offset).",
                hint: "Begin at 0, or name the upload that continues there.")
        }
        if let bytes = upload.bytes {
            guard bytes <= limit else { throw excess }
            guard bytes >= offset else {
                throw Status(
                    .invalidArgument,
                    "A file of \(bytes) bytes has no byte \(offset) to continue at.",
                    hint: "Send the size of the whole file in bytes.")
            }
            try diskSpace.check(for: UInt64(bytes - offset))
        }
        let (descriptor, path) =
            if let handle = upload.upload {
                try continued(handle, at: offset)
            } else {
                try PrivateFile.created(in: folder)
            }
        let file = SpoolFile(
            path: path, descriptor: descriptor, count: Int(offset), limit: limit, excess: excess,
            diskSpace: diskSpace)
        do {
            try await write(file)
            return Imports.UploadResponse(
                upload: Self.handle(of: path), bytes: Int64(file.count))
        } catch {
            if upload.upload == nil, upload.isResumable != true { unlink(path) }
            throw error
        }
    }

    /// Opens the file of an upload to continue it. One call at a time writes to a file.
    private func continued(
        _ handle: String, at offset: Int64
    ) throws -> (descriptor: Int32, path: String) {
        let path = try path(of: handle)
        _ = try uploaded(handle)
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure("open", path) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw Status(
                .aborted, "Another call writes to the upload \"\(handle)\".",
                hint: "Try again in a few seconds.")
        }
        var status = stat()
        let received = fstat(descriptor, &status) == 0 ? Int64(status.st_size) : -1
        guard received == offset else {
            close(descriptor)
            throw Status(
                .outOfRange,
                "The upload has \(received) bytes, so it cannot continue at \(offset).",
                hint: "Continue at \(received).")
        }
        return (descriptor, path)
    }

    /// The number of bytes of an upload.
    /// - Throws: NOT_FOUND if the upload does not exist.
    package func uploaded(_ handle: String) throws(Status) -> Imports.UploadResponse {
        let path = try path(of: handle)
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw Status(
                .notFound, "There is no upload \"\(handle)\".",
                hint: "Uploads are kept for a day. Upload the file again.")
        }
        return Imports.UploadResponse(upload: handle, bytes: Int64(status.st_size))
    }

    /// The handle of an uploaded file: the random part of its name.
    private static func handle(of path: String) -> String {
        String(path.split(separator: "/").last?.dropFirst(PrivateFile.prefix.count) ?? "")
    }

    /// The path of an uploaded file.
    /// - Throws: INVALID_ARGUMENT if `handle` is not a handle.
    package func path(of handle: String) throws(Status) -> String {
        guard !handle.isEmpty, handle.utf8.allSatisfy({ $0 != UInt8(ascii: "/") && $0 != 0 }) else {
            throw Status(
                .invalidArgument, "\"\(handle)\" is not the handle of an upload.",
                hint: "Upload the file with \(Imports.upload.name) first.")
        }
        return "\(folder)/\(PrivateFile.prefix)\(handle)"
    }

    private static func failure(_ operation: String, _ path: String) -> Status {
        HostFileError.system(operation: operation, path: path, code: errno).status
    }
}
