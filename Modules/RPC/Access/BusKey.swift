/// A key of the bus in the form of its file: all that a program needs to connect over TCP.
package struct BusKey: Codable, Hashable, Sendable {
    /// The name of the key in the home.
    package var name: String
    /// The profile that the key is for; nil: all profiles.
    package var profile: String?
    /// The public key, 40 characters of Z85.
    package var publicKey: String
    package var secretKey: String
    /// The public key of the home's broker.
    package var serverKey: String

    package init(
        name: String, profile: String?, publicKey: String, secretKey: String, serverKey: String
    ) {
        self.name = name
        self.profile = profile
        self.publicKey = publicKey
        self.secretKey = secretKey
        self.serverKey = serverKey
    }
}

extension BusKey: CustomStringConvertible, CustomDebugStringConvertible {
    /// Without the secret, so that no log or error has it.
    package var description: String { "key \"\(name)\"" }
    package var debugDescription: String { description }
}
