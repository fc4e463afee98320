import Glibc
package import RPC

/// The address of a socket, to bind or connect to.
package struct Endpoint: Hashable, Sendable, CustomStringConvertible {
    /// Maximum length of a path in the system's socket addresses.
    package static let maximumPathBytes = 107

    /// libzmq's form, such as `ipc:///run/user/1000/dayline-1f/bus.sock`.
    package let address: String
    /// The path of an ipc endpoint; nil for others.
    package let path: String?

    /// - Throws: FAILED_PRECONDITION if the path is too long for a socket.
    package static func ipc(_ path: String) throws(Status) -> Self {
        guard path.utf8.count <= maximumPathBytes else {
            throw Status(
                .failedPrecondition,
                "The path of the socket has \(path.utf8.count) bytes, and the limit is "
                    + "\(maximumPathBytes): \(path)",
                hint: "Choose a shorter folder with XDG_RUNTIME_DIR or DAYLINE_HOME.")
        }
        return Self(address: "ipc://\(path)", path: path)
    }

    /// Parses an endpoint in an environment variable.
    /// - Throws: FAILED_PRECONDITION if `address` is not an ipc endpoint.
    package init(parsing address: String) throws(Status) {
        guard address.hasPrefix("ipc:///") else {
            throw Status(.failedPrecondition, "\(address) is not an endpoint of the bus.")
        }
        self = try .ipc(String(address.dropFirst("ipc://".count)))
    }

    private init(address: String, path: String?) {
        self.address = address
        self.path = path
    }

    package var description: String { path ?? address }

    /// Checks that the folder of the socket belongs to the user and is closed to others, which protects the
    /// socket.
    /// - Throws: FAILED_PRECONDITION if the folder is missing or open to others.
    package func checkFolder() throws(Status) {
        guard let path, let slash = path.lastIndex(of: "/") else { return }
        let folder = String(path[..<slash])
        var attributes = stat()
        guard stat(folder.isEmpty ? "/" : folder, &attributes) == 0 else {
            throw Status(.failedPrecondition, "The folder \(folder) of the socket does not exist.")
        }
        guard attributes.st_uid == geteuid(), attributes.st_mode & 0o077 == 0 else {
            throw Status(
                .failedPrecondition,
                "The folder \(folder) of the socket is open to other users.",
                hint: "Restrict it with: chmod 700 \(folder)")
        }
    }
}
