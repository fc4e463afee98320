import Memberwise
package import RPC

/// The keys of programs on other machines, and the address at which the broker accepts their
/// connections. Served by the broker to programs on the machine of the home.
package enum BusKeys {
    package static let service = "dayline.bus.Keys"

    /// Registers the public key of a new key. ALREADY_EXISTS if there is a key of that name.
    package static let new = Method<NewRequest, NewResponse>(service, "New")
    /// Lists the keys by name.
    package static let list = Method<Empty, ListResponse>(service, "List", repeatable: true)
    /// Removes a key and ends its connections. NOT_FOUND if there is no such key.
    package static let revoke = Method<RevokeRequest, RevokeResponse>(service, "Revoke")
    /// Returns the address of the broker for connections over TCP.
    package static let address = Method<Empty, AddressResponse>(
        service, "Address", repeatable: true)
    /// Changes the address for connections over TCP, and accepts connections there at once.
    /// FAILED_PRECONDITION if the address cannot be bound; nothing is changed then. A broker that was started
    /// without an address has no network: it stores the address, and the response has a `problem` until the
    /// broker is started again.
    package static let listen = Method<ListenRequest, AddressResponse>(
        service, "Listen", repeatable: true)

    @Message
    package struct NewRequest: Codable, Hashable, WireValue {
        /// The name of the key, 1 to 64 characters, unique in the home.
        package var name: String
        /// The public key of CurveZMQ, 40 characters of Z85.
        package var publicKey: String
        /// Roles, at least one: `read`, `log`, `push`, `admin`, or, each for all profiles and without those,
        /// `researcher`, `operator`, `replica`, or `worker:` with a service.
        package var roles: [String]
        /// The only profile that the key can use; nil: all profiles.
        package var profile: String? = nil
    }

    @Message
    package struct NewResponse: Codable, Hashable, WireValue {
        /// The public key of the broker, 40 characters of Z85.
        package var serverKey: String
        /// The address for connections, such as `tcp://192.168.1.20:8421`; nil: the broker accepts none.
        package var address: String?
    }

    @Message
    package struct ListResponse: Codable, Hashable, WireValue {
        /// The keys, ascending by name.
        package var keys: [Key]
    }

    @Message
    package struct Key: Codable, Hashable, Sendable {
        /// The name of the key.
        package var name: String
        /// The roles of the key.
        package var roles: [String]
        /// The only profile that the key can use; nil: all profiles.
        package var profile: String?
        /// The time at which the key was created, RFC 3339 in UTC.
        @Field(.instant) package var createdAt: String
        /// IP addresses of the connections with the key that have sent a message, ascending.
        package var connections: [String]
    }

    @Message
    package struct RevokeRequest: Codable, Hashable, WireValue {
        /// The name of the key.
        package var name: String
    }

    @Message
    package struct RevokeResponse: Codable, Hashable, WireValue {
        /// The number of connections with the key that were ended.
        package var connections: Int
    }

    @Message
    package struct ListenRequest: Codable, Hashable, WireValue {
        /// An address such as `tcp://192.168.1.20:8421`, with the port 0 for a free one; nil: no
        /// connections over TCP.
        package var address: String?
    }

    @Message
    package struct AddressResponse: Codable, Hashable, WireValue {
        /// The address of the setting; nil: not set.
        package var setting: String?
        /// The address at which connections are accepted, with the port; nil: none are.
        package var address: String?
        /// The reason why the address of the setting is not bound; nil: it is bound, or there is no address.
        package var problem: String?
    }
}
