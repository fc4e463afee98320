import RPC

/// The address under which browsers reach the web app: a scheme, a host and, if it is not the usual
/// one, a port.
struct PublicAddress: Hashable, Sendable, CustomStringConvertible {
    var isSecure: Bool
    /// The host without a port, in lower case; an IPv6 address has its brackets.
    var host: String
    /// nil: the usual port of the scheme.
    var port: Int?

    private static let hostLimit = 253

    /// - Parameter text: Such as `https://dayline.example` or `https://192.168.1.5:8420`.
    /// - Throws: INVALID_ARGUMENT.
    init(_ text: String) throws(Status) {
        let lower = text.lowercased()
        let scheme = lower.hasPrefix("https://") ? "https://" : "http://"
        guard lower.hasPrefix(scheme) else { throw Self.refusal(text) }
        let rest = lower.dropFirst(scheme.count)
        let authority = rest.hasSuffix("/") ? rest.dropLast() : rest
        if authority.contains("/") {
            throw Status(
                .invalidArgument, "The address \"\(text)\" has a path.",
                hint: "Give the path with --prefix.")
        }
        guard let address = Self(isSecure: scheme == "https://", authority: String(authority))
        else { throw Self.refusal(text) }
        self = address
    }

    /// The address of a `Host` header; nil if it is not a host with or without a port.
    init?(isSecure: Bool, authority: String) {
        self.isSecure = isSecure
        let end = authority.lastIndex(of: "]") ?? authority.startIndex
        if let colon = authority[end...].lastIndex(of: ":") {
            guard let port = UInt16(authority[authority.index(after: colon)...]), port > 0 else {
                return nil
            }
            host = String(authority[..<colon])
            self.port = Int(port) == (isSecure ? 443 : 80) ? nil : Int(port)
        } else {
            host = authority
        }
        host = host.lowercased()
        guard !host.isEmpty, host.utf8.count <= Self.hostLimit, isName || hostAddress != nil
        else { return nil }
    }

    private static func refusal(_ text: String) -> Status {
        Status(
            .invalidArgument, "\"\(text)\" is not the address of a web app.",
            hint: "Write a scheme and a host, such as https://dayline.example.")
    }

    private var isName: Bool {
        host.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "."):
                true
            default: false
            }
        }
    }

    /// The IP address of the host; nil if the host is a name.
    var hostAddress: IPAddress? {
        guard host.hasPrefix("["), host.hasSuffix("]") else { return IPAddress(host) }
        return IPAddress(String(host.dropFirst().dropLast()))
    }

    /// The host and the port, as in a `Host` header.
    var authority: String { port.map { "\(host):\($0)" } ?? host }

    var description: String { "\(isSecure ? "https" : "http")://\(authority)" }
}
