package import HTTPTypes
import Hummingbird
import NIOCore

/// The context of a request, with the address of its connection.
struct GatewayContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The connection, or the stream of HTTP/2.
    let channel: any Channel
    /// The other end of the connection; nil: unknown.
    let peer: IPAddress?

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
        peer = source.channel.remoteAddress?.ipAddress.flatMap { IPAddress($0) }
    }
}

/// The browser of a request, as the connection or a trusted proxy states it.
package struct RequestSource: Hashable, Sendable {
    /// The address of the browser; loopback if it is unknown.
    package var address: IPAddress
    /// The host and port that the browser used; nil: none was sent.
    package var authority: String?
    /// True if the browser used TLS.
    package var isSecure: Bool
    /// The profile that a trusted proxy states; nil: none.
    package var identity: String?

    private static let forwardedFor = HTTPField.Name("X-Forwarded-For")
    private static let forwardedHost = HTTPField.Name("X-Forwarded-Host")
    private static let forwardedProtocol = HTTPField.Name("X-Forwarded-Proto")

    /// - Parameters:
    ///   - head: The head of the request.
    ///   - peer: The other end of the connection.
    ///   - isEncrypted: True if the connection uses TLS.
    ///   - settings: The trusted proxies and the header of the identity.
    package init(
        _ head: HTTPRequest, from peer: IPAddress?, isEncrypted: Bool, _ settings: WebSettings
    ) {
        address = peer ?? .loopback
        authority = head.authority
        isSecure = isEncrypted
        guard let peer, settings.trustedProxies.contains(peer) else { return }
        address = Self.client(head, behind: peer, settings.trustedProxies)
        if let host = Self.last(Self.forwardedHost, in: head) { authority = host }
        if let scheme = Self.last(Self.forwardedProtocol, in: head) {
            isSecure = scheme.lowercased() == "https"
        }
        if let header = settings.identityHeader.flatMap({ HTTPField.Name($0) }) {
            let values = head.headerFields[values: header]
            // Of several values one may come from the browser.
            identity = values.count == 1 && !values[0].isEmpty ? values[0] : nil
        }
    }

    /// The last address of the chain that is not a trusted proxy.
    private static func client(
        _ head: HTTPRequest, behind peer: IPAddress, _ trusted: Set<IPAddress>
    ) -> IPAddress {
        var client = peer
        for text in values(forwardedFor, in: head).reversed() {
            guard let address = IPAddress(text) else { break }
            client = address
            guard trusted.contains(address) else { break }
        }
        return client
    }

    private static func last(_ name: HTTPField.Name?, in head: HTTPRequest) -> String? {
        values(name, in: head).last
    }

    private static func values(_ name: HTTPField.Name?, in head: HTTPRequest) -> [String] {
        guard let name else { return [] }
        return head.headerFields[values: name].flatMap { value in
            value.split(separator: ",").map { $0.trimmingPrefix(" ") }
        }.map { text in String(text.prefix { $0 != " " }) }
    }
}
