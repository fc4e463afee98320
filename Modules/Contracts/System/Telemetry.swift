import Memberwise
package import RPC

/// The export of spans and metrics over OTLP. Served by the notifier worker, to programs on the machine of
/// the home.
package enum Telemetry {
    package static let service = "dayline.notifier.Telemetry"

    /// Returns the address of the receiver, and the state of the export.
    package static let state = Method<Empty, StateResponse>(service, "State", repeatable: true)
    /// Changes the address of the receiver. INVALID_ARGUMENT for an address that is not one of HTTP.
    package static let configure = Method<ConfigureRequest, StateResponse>(
        service, "Configure", repeatable: true)

    @Message
    package struct ConfigureRequest: Codable, Hashable, WireValue {
        /// The address of an OTLP receiver without the path, such as `http://127.0.0.1:4318`; nil: no
        /// export.
        package var address: String?
    }

    @Message
    package struct StateResponse: Codable, Hashable, WireValue {
        /// The address of the receiver; nil: no export.
        package var address: String?
        /// The number of spans that the receiver has accepted since the start of the worker.
        package var spans: Int64
        /// The number of spans that were not exported since then.
        package var lost: Int64
        /// The time of the last accepted export, RFC 3339 in UTC; nil: none since then.
        @Field(.instant) package var exportedAt: String?
        /// The reason why the last export failed; nil: it did not fail.
        package var problem: String?
    }
}
