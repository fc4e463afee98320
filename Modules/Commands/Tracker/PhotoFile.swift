import Contracts
import Glibc
import RPC

/// Stores a file that a person names as a photo.
enum PhotoFile {
    /// Sends the file to the ingestion worker.
    /// - Throws: NOT_FOUND or PERMISSION_DENIED if the file cannot be read, INVALID_ARGUMENT for a
    ///   folder, and the errors of ``PhotoFiles/store``.
    static func store(
        _ path: String, _ client: Client, _ context: CommandContext
    ) async throws -> PhotoFiles.StoredPhoto {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let code = errno
            throw Status(
                code == EACCES ? .permissionDenied : .notFound,
                "The photo \(path) cannot be read: \(String(cString: strerror(code))).",
                hint: "Check the path and its permissions with: ls -l FILE")
        }
        defer { close(descriptor) }
        var attributes = stat()
        guard fstat(descriptor, &attributes) == 0, attributes.st_mode & S_IFMT != S_IFDIR else {
            throw Status(
                .invalidArgument, "\(path) is a folder, not a photo.",
                hint: "Name a file of the format JPEG, PNG, HEIC or AVIF.")
        }
        // A pipe has no known length.
        let isRegularFile = attributes.st_mode & S_IFMT == S_IFREG
        return try await client.upload(
            PhotoFiles.store,
            PhotoFiles.StoreRequest(
                name: path, bytes: isRegularFile ? Int64(attributes.st_size) : nil),
            context.optionsWithoutDeadline()
        ) { writer in
            try await ByteStream.send(descriptor, path, to: writer)
        }
    }
}
