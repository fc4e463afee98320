import Memberwise

/// The methods that the broker serves itself: its workers and services, and notifications of the
/// supervisor.
///
/// A notification has the token of the supervisor; another caller gets PERMISSION_DENIED.
package enum BusBroker {
    package static let service = "dayline.bus.Broker"

    /// Lists the workers and services.
    package static let list = Method<Empty, ListResponse>(
        service, "List", repeatable: true, access: .scope(.read))
    /// Reports that the process of an instance has ended. The broker fails its open calls, or sends
    /// repeatable ones to other workers, without waiting for the missing heartbeats.
    package static let instanceEnded = Method<InstanceEndedRequest, Empty>(
        service, "Gone", repeatable: true)
    /// Names the services of workers that are starting. A call to such a service waits for its worker
    /// instead of failing.
    package static let expect = Method<ExpectRequest, Empty>(service, "Expect", repeatable: true)

    @Message
    package struct InstanceEndedRequest: Codable, Hashable, WireValue {
        /// The identifier of the ended instance.
        package var instance: String
        /// Token of the supervisor.
        package var token: String? = nil
    }

    @Message
    package struct ExpectRequest: Codable, Hashable, WireValue {
        /// All expected services; replaces those of the previous request.
        package var services: [String]
        /// By service without a worker, the reason as a sentence for its callers.
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
        /// IP address of a worker on another machine; nil: on the machine of the home.
        package var host: String?
        /// The time zone data of a worker on another machine; nil: that of the home, or unknown.
        package var zones: ZoneDataVersion?
        package var state: BusHealth.State
        package var services: [String]
        /// True if each profile has one of the workers that announce the same services; nil: false.
        package var isByProfile: Bool?
        package var capacity: Int
        package var inFlight: Int
        package var served: Int
        package var failed: Int
        /// Median time from dispatch by the broker to the final; nil before the first call.
        package var p50Micros: Int64?
        package var p99Micros: Int64?

        package init(
            announcement: WorkerAnnouncement, host: String? = nil, state: BusHealth.State,
            inFlight: Int, served: Int, failed: Int, latency: LatencyHistogram
        ) {
            self.host = host
            zones = announcement.zones
            instance = announcement.instance
            name = announcement.name
            pid = announcement.pid
            self.state = state
            services = announcement.services.map(\.name)
            isByProfile = announcement.isByProfile
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
