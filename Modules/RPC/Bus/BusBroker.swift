/// What the broker knows, and what the supervisor tells it. Served by the broker itself.
///
/// What only the supervisor may say has its token, which is made of the secret of the start.
package enum BusBroker {
    package static let service = "dayline.bus.Broker"

    package static let list = Method<Empty, ListResponse>(service, "List", repeatable: true)
    /// The instance has ended: its calls fail or move at once.
    package static let instanceEnded = Method<InstanceEndedRequest, Empty>(
        service, "Gone", repeatable: true)
    /// The services of workers that are being started: calls to them are waited for a while.
    package static let expect = Method<ExpectRequest, Empty>(service, "Expect", repeatable: true)

    package struct InstanceEndedRequest: Codable, Hashable, WireValue {
        package var instance: String
        /// The supervisor's.
        package var token: String?

        package init(instance: String, token: String? = nil) {
            self.instance = instance
            self.token = token
        }
    }

    package struct ExpectRequest: Codable, Hashable, WireValue {
        /// All of them: those named before and not now are expected no longer.
        package var services: [String]
        /// Why others have nobody to serve them, by service: a sentence for whoever calls them.
        package var absences: [String: String]?
        /// The supervisor's.
        package var token: String?

        package init(
            services: [String], absences: [String: String]? = nil, token: String? = nil
        ) {
            self.services = services
            self.absences = absences
            self.token = token
        }
    }

    package struct ListResponse: Codable, Hashable, WireValue {
        /// By instance.
        package var workers: [Worker]
        /// By name.
        package var services: [Service]
        /// Those that wait for something.
        package var clients: Int
        /// Messages that broke the protocol.
        package var malformed: Int

        package init(workers: [Worker], services: [Service], clients: Int, malformed: Int) {
            self.workers = workers
            self.services = services
            self.clients = clients
            self.malformed = malformed
        }
    }

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
        /// From the broker's handing out to the final, over all calls; nil before the first.
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

    package struct Service: Codable, Hashable, Sendable {
        package var name: String
        /// Major version of its contract.
        package var version: Int
        package var workers: Int
        /// Calls that wait for a worker with room.
        package var queued: Int

        package init(name: String, version: Int, workers: Int, queued: Int) {
            self.name = name
            self.version = version
            self.workers = workers
            self.queued = queued
        }
    }
}
