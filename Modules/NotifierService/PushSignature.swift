import Crypto
import Memberwise
import RPC
import Texts

/// The signature with which a push service recognizes this system (RFC 8292).
struct PushSignature {
    @Memberwise
    private struct Claims: Encodable {
        var aud: String
        var exp: Int64
        var sub: String
    }

    private static let header = #"{"typ":"JWT","alg":"ES256"}"#
    /// Half of what RFC 8292 allows.
    private static let lifetimeSeconds: Int64 = 12 * 3600
    /// A contact for systems without a public address, in a domain that is reserved for examples.
    private static let anyone = "mailto:dayline@example.org"

    private let text: String

    /// - Parameters:
    ///   - origin: Scheme and authority of the push service.
    ///   - contact: The address of the web app; nil: none.
    ///   - seconds: The time since 1970 UTC.
    /// - Throws: INTERNAL if the claims cannot be encoded.
    init(origin: String, contact: String?, seconds: Int64) throws {
        let isWebsite = contact?.hasPrefix("https://") ?? false
        let claims = Claims(
            aud: origin, exp: seconds + Self.lifetimeSeconds,
            sub: isWebsite ? contact ?? Self.anyone : Self.anyone)
        let body = try JSONBody.encode(claims).array(of: UInt8.self)
        text = Base64URL.text(Array(Self.header.utf8)) + "." + Base64URL.text(body)
    }

    /// The value of the header `Authorization`.
    func header(_ keys: NotifierKeys) throws -> String {
        let signature = try keys.push.signature(for: Array(text.utf8)).rawRepresentation
        return "vapid t=\(text).\(Base64URL.text(Array(signature))), k=\(keys.pushKey)"
    }
}
