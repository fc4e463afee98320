import Glibc
package import RPC

extension BusKey {
    private static let limit = 4096

    /// Reads a key file, which only its owner may read.
    /// - Throws: A status with the path.
    package init(file path: String) throws(Status) {
        var attributes = stat()
        let bytes: [UInt8]
        do {
            bytes = try Files.read(path, limit: Self.limit)
        } catch {
            throw error.status
        }
        guard stat(path, &attributes) == 0, attributes.st_mode & 0o077 == 0 else {
            throw Status(
                .permissionDenied, "The key file \(path) can be read by other users.",
                hint: "Restrict it with: chmod 600 \(path)")
        }
        guard let key = try? JSONBody.decode(BusKey.self, from: Bytes(bytes)) else {
            throw Status(
                .invalidArgument, "\(path) is not a key file.",
                hint: "Create one on the machine of the home: dayline keys new NAME --role ROLE")
        }
        self = key
    }
}

/// A new key file, which only its owner can read.
package struct KeyFile: Sendable {
    private let path: String

    /// Creates the empty file.
    /// - Throws: ALREADY_EXISTS if there is a file of that name.
    package init(_ path: String) throws {
        self.path = path
        let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            guard errno == EEXIST else {
                throw HostFileError.system(operation: "create", path: path, code: errno)
            }
            throw Status(
                .alreadyExists, "There is a file \(path) already.",
                hint: "Name another one with --output FILE.")
        }
        close(descriptor)
    }

    package func write(_ key: BusKey) throws {
        let bytes = try JSONBody.encode(key).array(of: UInt8.self)
        try Files.writeAtomically(bytes + Array("\n".utf8), to: path)
    }

    package func remove() {
        unlink(path)
    }
}
