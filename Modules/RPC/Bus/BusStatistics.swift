import Memberwise

/// Counters of an instance since its start (`dayline.bus.Statistics/Get@INSTANCE`).
package enum BusStatistics {
    package static let service = "dayline.bus.Statistics"

    package static let get = Method<Empty, GetResponse>(
        service, "Get", repeatable: true, access: .scope(.read))

    @Described
    package struct GetResponse: Codable, Hashable, WireValue {
        package var instance: String
        package var inFlight: Int
        package var served: Int
        package var failed: Int
        /// Messages that violated the protocol.
        package var malformed: Int
        /// Median time within handlers; nil before the first call.
        package var p50Micros: Int64?
        package var p99Micros: Int64?

        package init(instance: String, load: ServerLoad) {
            self.instance = instance
            inFlight = load.inFlight
            served = load.served
            failed = load.failed
            malformed = load.malformed
            p50Micros = load.latency.quantile(0.5)
            p99Micros = load.latency.quantile(0.99)
        }
    }
}
