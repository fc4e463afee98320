import Memberwise
package import RPC

/// The entities of a profile in Home Assistant, published to an MQTT broker. Served by the notifier worker.
///
/// Sensors have the newest day of each metric and the state of today; a button of each activity logs the
/// activity on today.
package enum HomeAssistant {
    package static let service = "dayline.notifier.HomeAssistant"

    /// Connects the profile to a broker in place of its earlier one, and publishes its entities.
    /// INVALID_ARGUMENT for a request out of range, UNAVAILABLE if the broker does not accept the
    /// connection; the earlier broker is then unchanged.
    package static let connect = Method<ConnectRequest, StateResponse>(
        service, "Connect", access: .onlyBus)
    /// Removes the entities of the profile from the broker, and the connection. NOT_FOUND without one.
    package static let disconnect = Method<Empty, Empty>(
        service, "Disconnect", access: .onlyBus)
    /// Returns the state of the connection.
    package static let state = Method<Empty, StateResponse>(
        service, "State", repeatable: true, access: .onlyBus)

    @Message
    package struct ConnectRequest: Codable, Hashable, WireValue {
        /// The name or address of the broker, 1 to 253 bytes.
        package var host: String
        /// The port, 1 to 65535; nil: 1883, or 8883 with TLS.
        package var port: Int? = nil
        /// The name of the user, at most 200 bytes; nil: none.
        package var user: String? = nil
        /// The password, at most 200 bytes; nil: none.
        package var password: String? = nil
        /// True to connect with TLS and the certificates of the system; nil: false.
        package var usesTLS: Bool? = nil
        /// The prefix of discovery of Home Assistant, 1 to 100 bytes without `+`, `#` and control
        /// characters; nil: `homeassistant`.
        package var prefix: String? = nil
    }

    @Message
    package struct StateResponse: Codable, Hashable, WireValue {
        /// The host of the broker; nil: the profile has no broker.
        package var host: String? = nil
        /// The port of the broker; nil: the profile has no broker.
        package var port: Int? = nil
        /// True if the connection is established.
        package var isConnected = false
        /// The number of published sensors.
        package var sensors = 0
        /// The number of published buttons.
        package var buttons = 0
        /// The reason why the last connection failed or ended; nil: none.
        package var problem: String? = nil
    }
}
