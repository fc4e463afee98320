import Crypto
import Texts

/// The options of a registration, as browsers receive them (WebAuthn, 5.4).
struct PasskeyCreationOptions: Encodable {
    struct Entity: Encodable {
        var id: String
        var name: String
        var displayName: String?
    }

    struct Parameter: Encodable {
        let type = "public-key"
        /// ES256.
        let alg = -7
    }

    struct Descriptor: Encodable {
        let type = "public-key"
        var id: String
    }

    struct Selection: Encodable {
        let residentKey = "required"
        let requireResidentKey = true
        let userVerification = "required"
    }

    let challenge: String
    let rp: Entity
    let user: Entity
    let pubKeyCredParams = [Parameter()]
    let timeout = PasskeyLoginOptions.timeout
    let attestation = "none"
    let excludeCredentials: [Descriptor]
    let authenticatorSelection = Selection()

    /// - Parameters:
    ///   - challenge: The bytes of the challenge.
    ///   - profile: The name of the profile.
    ///   - party: The relying party.
    ///   - known: The credentials of the profile, in base64url.
    init(challenge: [UInt8], profile: String, party: RelyingParty, known: [String]) {
        self.challenge = Base64URL.text(challenge)
        rp = Entity(id: party.id, name: "Dayline")
        // An authenticator replaces its passkey of the same user.
        let user = SHA256.hash(data: Array("dayline \(party.id) \(profile)".utf8))
        self.user = Entity(id: Base64URL.text(Array(user)), name: profile, displayName: profile)
        excludeCredentials = known.map { Descriptor(id: $0) }
    }
}

/// The options of a login, as browsers receive them (WebAuthn, 5.5). They name no credential, so that they
/// reveal none.
struct PasskeyLoginOptions: Encodable {
    /// Milliseconds until a browser ends the dialog.
    static let timeout = PasskeyChallenges.lifetime * 1000

    let challenge: String
    let rpId: String
    let timeout = Self.timeout
    let userVerification = "required"

    init(challenge: [UInt8], party: RelyingParty) {
        self.challenge = Base64URL.text(challenge)
        rpId = party.id
    }
}
