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
    /// The key for a connection over TCP; nil for others, and to bind.
    package let key: BusKey?

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

    /// Parses an address such as `tcp://192.168.1.20:8421` or `tcp://[::1]:8421`.
    ///
    /// - Parameters:
    ///   - text: The address. To bind, the port 0 lets the system choose one.
    ///   - key: The key to connect with; nil to bind.
    /// - Returns: The endpoint.
    /// - Throws: INVALID_ARGUMENT.
    package static func tcp(_ text: String, key: BusKey? = nil) throws(Status) -> Self {
        let example = "For example: tcp://192.168.1.20:8421"
        guard text.hasPrefix("tcp://") else {
            throw Status(
                .invalidArgument, "The address \"\(text)\" is not one of TCP.", hint: example)
        }
        let rest = text.dropFirst("tcp://".count)
        guard let colon = rest.lastIndex(of: ":"),
            let port = UInt16(rest[rest.index(after: colon)...]),
            !rest[colon...].contains("+"), key == nil || port > 0
        else {
            throw Status(
                .invalidArgument, "The address \"\(text)\" has no port from 1 to 65535.",
                hint: example)
        }
        let host = rest[..<colon]
        guard isHost(host) else {
            throw Status(
                .invalidArgument, "The address \"\(text)\" has no valid host name or IP address.",
                hint: "\(example), or tcp://[fd00::20]:8421")
        }
        // libzmq writes `*` for a port that the system chooses.
        return Self(
            address: "tcp://\(host):\(port == 0 ? "*" : String(port))", path: nil, key: key)
    }

    private static func isHost(_ text: Substring) -> Bool {
        let isNumeric = text.hasPrefix("[") && text.hasSuffix("]")
        let name = isNumeric ? text.dropFirst().dropLast() : text
        return (1...253).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
                    UInt8(ascii: "_"):
                    true
                case UInt8(ascii: ":"), UInt8(ascii: "%"): isNumeric
                default: false
                }
            }
    }

    /// Parses the endpoint in an environment variable. An address of TCP is accepted only with a `key`.
    /// - Throws: FAILED_PRECONDITION if `address` is not an endpoint.
    package init(parsing address: String, key: BusKey? = nil) throws(Status) {
        if let key, address.hasPrefix("tcp://") {
            self = try .tcp(address, key: key)
            return
        }
        guard address.hasPrefix("ipc:///") else {
            throw Status(.failedPrecondition, "\(address) is not an endpoint of the bus.")
        }
        self = try .ipc(String(address.dropFirst("ipc://".count)))
    }

    private init(address: String, path: String?, key: BusKey? = nil) {
        self.address = address
        self.path = path
        self.key = key
    }

    package var isRemote: Bool { path == nil }

    /// True if the address is one of IPv6, which is written in brackets.
    var isIPv6: Bool { isRemote && address.contains("[") }

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
