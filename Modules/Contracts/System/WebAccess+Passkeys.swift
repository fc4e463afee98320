import Memberwise
package import RPC

extension WebAccess {
    /// Lists the passkeys of the profile by name. Browsers add passkeys at the web app itself.
    package static let passkeys = Method<Empty, PasskeysResponse>(
        service, "Passkeys", repeatable: true)
    /// Removes a passkey. Every browser stays signed in. NOT_FOUND if the profile has no such passkey;
    /// FAILED_PRECONDITION for the last credential of an address beyond loopback.
    package static let removePasskey = Method<PasskeyRequest, Empty>(service, "RemovePasskey")

    @Message
    package struct PasskeysResponse: Codable, Hashable, WireValue {
        /// The passkeys, ascending by name.
        package var passkeys: [Passkey]
    }

    @Message
    package struct Passkey: Codable, Hashable, Sendable {
        /// The name of the device.
        package var name: String
        /// The host name at which the passkey can be used.
        package var site: String
        /// The time at which the passkey was added, RFC 3339 in UTC.
        @Field(.instant) package var createdAt: String
        /// The time of the last login, RFC 3339 in UTC; absent: not used yet.
        @Field(.instant) package var usedAt: String?
    }

    @Message
    package struct PasskeyRequest: Codable, Hashable, WireValue {
        /// The name of the passkey.
        package var name: String
    }
}
