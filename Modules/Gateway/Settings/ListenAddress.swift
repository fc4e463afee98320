import RPC

/// The address and port that the server listens on.
struct ListenAddress: Hashable, Sendable, CustomStringConvertible {
    var address: IPAddress
    /// 0: any port that is free.
    var port: Int

    static let defaultPort = 8420
    static let standard = ListenAddress(address: .loopback, port: defaultPort)

    init(address: IPAddress, port: Int) {
        self.address = address
        self.port = port
    }

    /// - Parameter text: An address with or without a port, such as `192.168.1.5`,
    ///   `0.0.0.0:8420` or `[::1]:8420`.
    /// - Throws: INVALID_ARGUMENT.
    init(_ text: String) throws(Status) {
        let (host, port) = Self.parts(of: text)
        guard let address = IPAddress(host == "localhost" ? "127.0.0.1" : host),
            let number = port.map({ UInt16($0) }) ?? UInt16(Self.defaultPort)
        else {
            throw Status(
                .invalidArgument, "\"\(text)\" is not an address to listen on.",
                hint: "Write an IP address with or without a port, such as 192.168.1.5:8420, "
                    + "or 0.0.0.0 for all addresses of this machine.")
        }
        self.init(address: address, port: Int(number))
    }

    /// The host without brackets, and the port; nil without a port.
    private static func parts(of text: String) -> (host: String, port: String?) {
        if text.hasPrefix("[") {
            let parts = text.dropFirst().split(separator: "]", omittingEmptySubsequences: false)
            guard parts.count == 2 else { return ("", nil) }
            guard !parts[1].isEmpty else { return (String(parts[0]), nil) }
            return parts[1].hasPrefix(":")
                ? (String(parts[0]), String(parts[1].dropFirst())) : ("", nil)
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        // Several colons without brackets are an address of IPv6.
        return parts.count == 2 ? (String(parts[0]), String(parts[1])) : (text, nil)
    }

    var description: String { "\(address.host):\(port)" }
}

extension IPAddress {
    /// 127.0.0.1.
    static let loopback = IPAddress(bytes: [127, 0, 0, 1])

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }
}
