import Crypto

/// The name under which a browser stores and uses passkeys: the host of the public URL, or `localhost`.
struct RelyingParty: Hashable, Sendable {
    /// The host name.
    let id: String
    /// The origin of the pages.
    let origin: String

    /// Nil for an address that browsers do not allow passkeys for, such as an IP address.
    /// - Parameters:
    ///   - authority: The host and port of a request.
    ///   - isSecure: True if the browser used TLS.
    ///   - publicAddress: The public address of the web app; nil: none.
    init?(authority: String?, isSecure: Bool, publicAddress: PublicAddress?) {
        guard let authority,
            let address = PublicAddress(isSecure: isSecure, authority: authority),
            address.hostAddress == nil,
            address.host == "localhost" || isSecure && address == publicAddress
        else { return nil }
        id = address.host
        origin = "\(address)"
    }

    /// The SHA-256 of the identifier, which authenticators sign.
    var hash: [UInt8] { Array(SHA256.hash(data: Array(id.utf8))) }
}
