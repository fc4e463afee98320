import Memberwise

/// The state of the broker, and notifications from the supervisor. Served by the broker itself.
///
/// Requests reserved to the supervisor carry its token, derived from the secret of the start.
package enum BusBroker {
    package static let service = "dayline.bus.Broker"

    package static let list = Method<Empty, ListResponse>(service, "List", repeatable: true)
    /// Reports that an instance has ended: its calls fail or are sent to other workers at once.
    package static let instanceEnded = Method<InstanceEndedRequest, Empty>(
        service, "Gone", repeatable: true)
    /// Names the services of workers that are starting: calls to them wait for a while.
    package static let expect = Method<ExpectRequest, Empty>(service, "Expect", repeatable: true)

    @Message
    package struct InstanceEndedRequest: Codable, Hashable, WireValue {
        package var instance: String
        /// Token of the supervisor.
        package var token: String? = nil
    }

    @Message
    package struct ExpectRequest: Codable, Hashable, WireValue {
        /// All expected services. Services of the previous request that are absent are no longer expected.
        package var services: [String]
        /// Reasons why other services have no worker, by service: a sentence for their callers.
        package var absences: [String: String]? = nil
        /// Token of the supervisor.
        package var token: String? = nil
    }

    @Message
    package struct ListResponse: Codable, Hashable, WireValue {
        /// Sorted by instance.
        package var workers: [Worker]
        /// Sorted by name.
        package var services: [Service]
        /// Number of clients with open calls or subscriptions.
        package var clients: Int
        /// Messages that violated the protocol.
        package var malformed: Int
    }

    @Described
    package struct Worker: Codable, Hashable, Sendable {
        package var instance: String
        package var name: String
        package var pid: Int32
        package var state: BusHealth.State
        package var services: [String]
        package var capacity: Int
        package var inFlight: Int
        package var served: Int
        package var failed: Int
        /// Median time from dispatch by the broker to the final; nil before the first call.
        package var p50Micros: Int64?
        package var p99Micros: Int64?

        package init(
            announcement: WorkerAnnouncement, state: BusHealth.State, inFlight: Int, served: Int,
            failed: Int, latency: LatencyHistogram
        ) {
            instance = announcement.instance
            name = announcement.name
            pid = announcement.pid
            self.state = state
            services = announcement.services.map(\.name)
            capacity = announcement.capacity
            self.inFlight = inFlight
            self.served = served
            self.failed = failed
            p50Micros = latency.quantile(0.5)
            p99Micros = latency.quantile(0.99)
        }
    }

    @Message
    package struct Service: Codable, Hashable, Sendable {
        package var name: String
        /// Major version of its contract.
        package var version: Int
        package var workers: Int
        /// Calls that wait for a worker with free capacity.
        package var queued: Int
    }
}
