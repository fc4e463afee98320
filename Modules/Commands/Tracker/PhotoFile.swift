import Contracts
import Glibc
import RPC

/// Stores a file that a person names as a photo.
enum PhotoFile {
    /// Sends the file to the ingestion worker.
    /// - Throws: NOT_FOUND or PERMISSION_DENIED if the file cannot be read, and the errors of
    ///   ``PhotoFiles/store``.
    static func store(
        _ path: String, _ client: Client, _ context: CommandContext
    ) async throws -> PhotoFiles.StoredPhoto {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let isDenied = errno == EACCES
            throw Status(
                isDenied ? .permissionDenied : .notFound,
                "The photo \(path) cannot be read: "
                    + (isDenied ? "permission is denied." : "there is no such file."))
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else {
            throw Status(
                .invalidArgument, "\(path) is a folder, not a photo.",
                hint: "Name a file of the format JPEG, PNG, HEIC or AVIF.")
        }
        let isFile = status.st_mode & S_IFMT == S_IFREG
        return try await client.upload(
            PhotoFiles.store,
            PhotoFiles.StoreRequest(name: path, bytes: isFile ? Int64(status.st_size) : nil),
            context.optionsWithoutDeadline()
        ) { writer in
            try await ByteStream.send(descriptor, path, to: writer)
        }
    }
}
