import Crypto
import Texts

/// The checks of a response of an authenticator (WebAuthn, 7.1 and 7.2).
struct PasskeyVerifier: Sendable {
    let party: RelyingParty
    let challenges: PasskeyChallenges
    /// The attempt that the challenge has to be for.
    let attempt: PasskeyChallenges.Attempt
    /// Seconds since 1970.
    let now: Int64

    /// Bytes of each part of a response.
    static let partLimit = 16 << 10

    /// Checks a registration.
    /// - Returns: The credential and its signature counter.
    /// - Throws: The first fault.
    func registration(
        clientData: [UInt8], attestation: [UInt8]
    ) throws(PasskeyFault) -> (credential: AuthenticatorData.Credential, counter: UInt32) {
        try check(clientData, type: "webauthn.create")
        guard attestation.count <= Self.partLimit, let object = CBOR(attestation),
            case .bytes(let bytes) = object[.text("authData")],
            let data = AuthenticatorData(bytes), let credential = data.credential
        else { throw .malformed }
        guard object[.text("fmt")] == .text("none"), object[.text("attStmt")] == .map([:]) else {
            throw .attestation
        }
        try check(data)
        return (credential, data.counter)
    }

    /// Checks a login with a known key. `stored` is the signature counter of the last login.
    /// - Returns: The signature counter.
    /// - Throws: The first fault.
    func login(
        clientData: [UInt8], authenticatorData: [UInt8], signature: [UInt8], key: PasskeyKey,
        stored: UInt32
    ) throws(PasskeyFault) -> UInt32 {
        try check(clientData, type: "webauthn.get")
        guard authenticatorData.count <= Self.partLimit,
            let data = AuthenticatorData(authenticatorData), data.credential == nil
        else { throw .malformed }
        try check(data)
        let signed = authenticatorData + Array(SHA256.hash(data: clientData))
        guard key.verifies(signature, of: signed) else { throw .signature }
        // Two zeros: the authenticator does not count.
        guard data.counter > stored || (data.counter == 0 && stored == 0) else { throw .counter }
        return data.counter
    }

    private func check(_ bytes: [UInt8], type: String) throws(PasskeyFault) {
        guard bytes.count <= Self.partLimit, let data = ClientData(bytes),
            let challenge = Base64URL.bytes(data.challenge)
        else { throw .malformed }
        guard data.type == type else { throw .otherType }
        guard data.origin == party.origin, !data.isCrossOrigin else { throw .otherOrigin }
        guard challenges.use(challenge, for: attempt, now: now) else { throw .challenge }
    }

    private func check(_ data: AuthenticatorData) throws(PasskeyFault) {
        guard data.partyHash == party.hash else { throw .otherOrigin }
        guard data.isUserPresent, data.isUserVerified else { throw .unverified }
    }
}
