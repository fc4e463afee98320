import HTTPTypes
import Hummingbird
import NIOCore

/// Applies the headers of trusted proxies and the path prefix before a request reaches the routes, and
/// answers HEAD as GET without a body.
///
/// Afterwards the authority and the scheme of a request are those that the browser used, and
/// ``HummingbirdCore/Request/client`` and ``HummingbirdCore/Request/identity`` can be trusted.
struct RequestNormalizer<Next: HTTPResponder>: HTTPResponder where Next.Context == GatewayContext {
    let settings: WebSettings
    /// True if connections use TLS.
    let isEncrypted: Bool
    /// True if the host and port of a request name this server.
    let isOwn: @Sendable (_ authority: String) -> Bool
    let next: Next

    @concurrent func respond(to request: Request, context: GatewayContext) async throws -> Response
    {
        guard request.method == .head else { return try await answer(request, context) }
        var head = request.head
        head.method = .get
        return try await answer(Request(head: head, body: request.body), context)
            .createHeadResponse()
    }

    private func answer(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let source = source(of: request, context.peer)
        guard isProtected(source, context.peer) else {
            return Self.refusal("Connect to Dayline through its proxy, or with https.\n")
        }
        var head = request.head
        source.apply(to: &head)
        if !settings.prefix.isEmpty, let path = head.path, path.hasPrefix(settings.prefix) {
            let rest = path.dropFirst(settings.prefix.count)
            if rest.isEmpty {
                return Response(status: .seeOther, headers: [.location: "\(settings.prefix)/"])
            }
            // A proxy may have removed the prefix already.
            if rest.hasPrefix("/") { head.path = String(rest) }
        }
        return try await next.respond(
            to: Request(head: head, body: request.body), context: context)
    }

    /// The browser that a proxy states. A request whose own host is not of this server does not come
    /// from the proxy: a page of a rebound name, which can set headers, keeps its host and is refused.
    private func source(of request: Request, _ peer: IPAddress?) -> RequestSource {
        let isNamed = request.head.authority.map(isOwn) ?? false
        var trusted = settings
        if !isNamed { trusted.trustedProxies = [] }
        return RequestSource(request.head, from: peer, isEncrypted: isEncrypted, trusted)
    }

    /// True if the request crossed no network without encryption.
    private func isProtected(_ source: RequestSource, _ peer: IPAddress?) -> Bool {
        guard let peer, !source.isSecure else { return true }
        return peer.isLoopback || settings.trustedProxies.contains(peer)
    }

    private static func refusal(_ text: String) -> Response {
        Response(
            status: .forbidden, headers: [.contentType: "text/plain; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}

extension RequestSource {
    private static let clientHeader = HTTPField.Name("Dayline-Client")
    private static let identityHeader = HTTPField.Name("Dayline-Identity")

    /// Replaces what the head of a request says of its browser.
    func apply(to head: inout HTTPRequest) {
        head.authority = authority
        head.scheme = isSecure ? "https" : "http"
        if let name = Self.clientHeader { head.headerFields[name] = "\(address)" }
        if let name = Self.identityHeader { head.headerFields[name] = identity }
    }

    /// The address that ``apply(to:)`` wrote; loopback without it.
    static func client(of head: HTTPRequest) -> IPAddress {
        clientHeader.flatMap { head.headerFields[$0] }.flatMap { IPAddress($0) } ?? .loopback
    }

    /// The identity that ``apply(to:)`` wrote.
    static func identity(of head: HTTPRequest) -> String? {
        identityHeader.flatMap { head.headerFields[$0] }
    }
}

extension Request {
    /// The address of the browser.
    var client: IPAddress { RequestSource.client(of: head) }
    /// The profile that a trusted proxy states; nil: none.
    var identity: String? { RequestSource.identity(of: head) }
    /// True if the browser used TLS.
    var isSecure: Bool { head.scheme == "https" }
}
