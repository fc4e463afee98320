import Glibc
package import RPC

/// Where a socket is bound, or connects to.
package struct Endpoint: Hashable, Sendable, CustomStringConvertible {
    /// What the system's socket addresses have room for.
    package static let maximumPathBytes = 107

    /// In libzmq's form, such as `ipc:///run/user/1000/dayline-1f/bus.sock`.
    package let address: String
    /// Of an ipc endpoint.
    package let path: String?

    /// - Throws: FAILED_PRECONDITION when the path is longer than a socket's may be.
    package static func ipc(_ path: String) throws(Status) -> Self {
        guard path.utf8.count <= maximumPathBytes else {
            throw Status(
                .failedPrecondition,
                "The path of a socket may have \(maximumPathBytes) bytes, and this one has "
                    + "\(path.utf8.count): \(path)",
                hint: "Choose a shorter folder with XDG_RUNTIME_DIR or DAYLINE_HOME.")
        }
        return Self(address: "ipc://\(path)", path: path)
    }

    /// What an endpoint looks like in the environment.
    /// - Throws: FAILED_PRECONDITION when `address` is none that is spoken here.
    package init(parsing address: String) throws(Status) {
        guard address.hasPrefix("ipc:///") else {
            throw Status(.failedPrecondition, "This is no endpoint of the bus: \(address)")
        }
        self = try .ipc(String(address.dropFirst("ipc://".count)))
    }

    private init(address: String, path: String?) {
        self.address = address
        self.path = path
    }

    package var description: String { path ?? address }

    /// The guard of a local socket is the folder it lies in: ours, and closed to everybody else.
    /// - Throws: FAILED_PRECONDITION when it is not.
    package func checkFolder() throws(Status) {
        guard let path, let slash = path.lastIndex(of: "/") else { return }
        let folder = String(path[..<slash])
        var attributes = stat()
        guard stat(folder.isEmpty ? "/" : folder, &attributes) == 0 else {
            throw Status(.failedPrecondition, "There is no folder \(folder) for a socket.")
        }
        guard attributes.st_uid == geteuid(), attributes.st_mode & 0o077 == 0 else {
            throw Status(
                .failedPrecondition,
                "The folder \(folder) holds sockets, and others may enter it.",
                hint: "Close it with: chmod 700 \(folder)")
        }
    }
}
