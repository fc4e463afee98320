/// The data that an authenticator signs (WebAuthn, 6.1).
package struct AuthenticatorData: Hashable, Sendable {
    /// A new credential.
    package struct Credential: Hashable, Sendable {
        package var id: [UInt8]
        package var key: PasskeyKey
    }

    /// The SHA-256 of the identifier of the relying party.
    package let partyHash: [UInt8]
    /// True if a person was present.
    let isUserPresent: Bool
    /// True if the authenticator has verified the person.
    let isUserVerified: Bool
    /// The number of signatures; 0: the authenticator does not count them.
    package let counter: UInt32
    /// nil in a login.
    package let credential: Credential?

    private static let headBytes = 37
    private static let modelBytes = 16
    private static let identifierLimit = 1023

    /// Nil for bytes in another form, or a key of another algorithm than ES256.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.headBytes else { return nil }
        partyHash = Array(bytes[..<32])
        let flags = bytes[32]
        isUserPresent = flags & 0x01 != 0
        isUserVerified = flags & 0x04 != 0
        counter = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
        var rest = bytes[Self.headBytes...]
        if flags & 0x40 != 0 {
            guard let (credential, after) = Self.credential(rest) else { return nil }
            self.credential = credential
            rest = after
        } else {
            credential = nil
        }
        if flags & 0x80 != 0 {
            guard case (.map, let after)? = CBOR.first(of: rest) else { return nil }
            rest = after
        }
        guard rest.isEmpty else { return nil }
    }

    private static func credential(
        _ bytes: ArraySlice<UInt8>
    ) -> (credential: Credential, rest: ArraySlice<UInt8>)? {
        let fields = bytes.dropFirst(modelBytes)
        let length = fields.prefix(2)
        guard length.count == 2 else { return nil }
        let count = length.reduce(0) { $0 << 8 | Int($1) }
        let id = fields.dropFirst(2).prefix(count)
        guard count > 0, count <= identifierLimit, id.count == count,
            let (cose, rest) = CBOR.first(of: fields.dropFirst(2 + count)),
            let key = PasskeyKey(cose: cose)
        else { return nil }
        return (Credential(id: Array(id), key: key), rest)
    }
}
