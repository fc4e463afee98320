import JSON

/// The part of a passkey response that the browser writes (WebAuthn, 5.8.1).
package struct ClientData: Hashable, Sendable {
    let type: String
    /// The challenge in base64url.
    let challenge: String
    let origin: String
    /// True if the page was within a page of another origin.
    let isCrossOrigin: Bool

    /// - Parameter bytes: A JSON object; nil for other bytes.
    package init?(_ bytes: [UInt8]) {
        guard let object = try? JSONValue(parsing: bytes).object, let type = object["type"]?.string,
            let challenge = object["challenge"]?.string, let origin = object["origin"]?.string
        else { return nil }
        self.type = type
        self.challenge = challenge
        self.origin = origin
        isCrossOrigin = (object["crossOrigin"] ?? .bool(false)) != .bool(false)
    }
}
