import RPC

/// A reason for which the response of an authenticator is refused.
enum PasskeyFault: String, Error, CaseIterable {
    case malformed = "it is not in the form of WebAuthn"
    case otherType = "it answers another request"
    case otherOrigin = "it is for another address"
    case challenge = "its challenge has expired or was used"
    case attestation = "it has an attestation that was not asked for"
    case unverified = "the authenticator has not verified you"
    case signature = "its signature is wrong"
    case counter = "its signature counter went back, so the passkey may be a copy"
    case unknown = "it is not known here"
}

extension PasskeyFault: StatusConvertible {
    var status: Status {
        Status(
            .permissionDenied, "The passkey was not accepted: \(rawValue).",
            hint: "Try again, or sign in with a link of: dayline web")
    }
}
