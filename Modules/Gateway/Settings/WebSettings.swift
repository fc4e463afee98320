import Contracts
import RPC

/// The validated settings of the web app.
package struct WebSettings: Hashable, Sendable {
    var listen = ListenAddress.standard
    /// nil: the address that the server listens on.
    var publicAddress: PublicAddress?
    /// The path before all others, such as `/dayline`; empty: none.
    var prefix = ""
    /// The proxies whose headers are believed.
    package var trustedProxies: Set<IPAddress> = []
    /// The header in which a trusted proxy names the profile of the person; nil: none.
    package var identityHeader: String?
    /// nil: the server does not use TLS.
    var certificate: CertificateSource?

    private static let proxyLimit = 32
    private static let prefixLimit = 200
    private static let headerLimit = 64
    /// Headers that browsers set themselves.
    private static let reservedHeaders: Set<String> = [
        "accept", "authorization", "cookie", "host", "origin", "referer", "user-agent",
        "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto",
    ]

    package init() {}

    /// - Throws: INVALID_ARGUMENT.
    init(_ message: WebAccess.Settings) throws(Status) {
        listen = try ListenAddress(message.listen)
        if let text = message.publicURL { publicAddress = try PublicAddress(text) }
        prefix = try Self.prefix(message.prefix)
        trustedProxies = try Self.proxies(message.trustedProxies)
        if let name = message.identityHeader { identityHeader = try Self.header(name) }
        certificate = try CertificateSource(message)
        if certificate != nil, let publicAddress, !publicAddress.isSecure {
            throw Status(
                .invalidArgument,
                "The public URL \(publicAddress) is without TLS, and the web app has a certificate.",
                hint: "Use an address that begins with https:// for --public-url.")
        }
        guard identityHeader == nil || !trustedProxies.isEmpty else {
            throw Status(
                .invalidArgument, "An identity header is believed only from a trusted proxy.",
                hint: "Add the address of the proxy with --trusted-proxy ADDRESS.")
        }
    }

    /// The settings as a message.
    var message: WebAccess.Settings {
        var message = WebAccess.Settings(
            listen: "\(listen)", publicURL: publicAddress?.description, prefix: prefix,
            trustedProxies: trustedProxies.map(\.description).sorted(),
            identityHeader: identityHeader)
        certificate?.write(to: &message)
        return message
    }

    /// The prefix with a slash at its start and none at its end.
    private static func prefix(_ text: String) throws(Status) -> String {
        let segments = text.split(separator: "/")
        let isValid = segments.allSatisfy { segment in
            segment != "." && segment != ".." && segment.utf8.allSatisfy(isPathByte)
        }
        guard isValid, text.utf8.count <= prefixLimit else {
            throw Status(
                .invalidArgument, "\"\(text)\" is not a path prefix.",
                hint: "Write letters, digits, dots, hyphens and slashes, such as /dayline.")
        }
        return segments.map { "/\($0)" }.joined()
    }

    private static func isPathByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private static func proxies(_ texts: [String]) throws(Status) -> Set<IPAddress> {
        guard texts.count <= proxyLimit else {
            throw Status(
                .invalidArgument, "There are more than \(proxyLimit) trusted proxies.",
                hint: "Give fewer addresses.")
        }
        var addresses: Set<IPAddress> = []
        for text in texts {
            guard let address = IPAddress(text), !address.isAny else {
                throw Status(
                    .invalidArgument, "\"\(text)\" is not the address of a proxy.",
                    hint: "Write an IP address, such as 127.0.0.1.")
            }
            addresses.insert(address)
        }
        return addresses
    }

    private static func header(_ name: String) throws(Status) -> String {
        let isName = name.utf8.allSatisfy { isPathByte($0) && $0 != UInt8(ascii: ".") }
        guard isName, !name.isEmpty, name.utf8.count <= headerLimit else {
            throw Status(
                .invalidArgument, "\"\(name)\" is not the name of a header.",
                hint: "Write the header of the proxy, such as Remote-User.")
        }
        guard !reservedHeaders.contains(name.lowercased()) else {
            throw Status(
                .invalidArgument, "The header \"\(name)\" has another meaning.",
                hint: "Use a header that only the proxy sets, such as Remote-User.")
        }
        return name
    }
}

extension WebSettings {
    /// True if other machines can connect to the server.
    var isBeyondLoopback: Bool { !listen.address.isLoopback }

    /// The address for links of a server that listens on `port`, with TLS or not.
    func address(port: Int, isEncrypted: Bool) -> String {
        let host = listen.address.isAny ? IPAddress.loopback : listen.address
        let own = "\(isEncrypted ? "https" : "http")://\(host.host):\(port)"
        return "\(publicAddress?.description ?? own)\(prefix)/"
    }

    /// True if the authority of a request names this server. A page of another site can reach the
    /// server under a name of that site (DNS rebinding), but not under an IP address. `port` is the port
    /// that the server listens on, with TLS or not.
    func isOwn(_ authority: String, port: Int, isEncrypted: Bool) -> Bool {
        guard let named = PublicAddress(isSecure: isEncrypted, authority: authority) else {
            return false
        }
        let namedPort = named.port ?? (isEncrypted ? 443 : 80)
        if named.host == "localhost", namedPort == port { return true }
        if let publicAddress {
            let isSame = [false, true].contains { isSecure in
                PublicAddress(isSecure: isSecure, authority: authority)?.authority
                    == publicAddress.authority
            }
            if isSame { return true }
        }
        guard let address = named.hostAddress, namedPort == port else { return false }
        return address.isLoopback
            || (isBeyondLoopback && (listen.address.isAny || address == listen.address))
    }
}
