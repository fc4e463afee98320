/// What a worker says of itself when it comes to the broker: the body of a ready message.
package struct WorkerAnnouncement: Codable, Hashable, Sendable {
    /// Unique in a home, and never used again by another process.
    package var instance: String
    /// What kind of worker it is, such as `storage`.
    package var name: String
    package var pid: Int32
    /// Calls it takes at once.
    package var capacity: Int
    package var services: [Service]
    /// The token of the start, of a process that the supervisor started; nil of others.
    package var token: String?

    package init(
        instance: String, name: String, pid: Int32, capacity: Int, services: [Service],
        token: String? = nil
    ) {
        self.instance = instance
        self.name = name
        self.pid = pid
        self.capacity = capacity
        self.services = services
        self.token = token
    }

    package struct Service: Codable, Hashable, Sendable {
        package var name: String
        /// Major version of its contract.
        package var version: Int

        package init(name: String, version: Int) {
            self.name = name
            self.version = version
        }
    }
}

extension Router {
    /// The services as a worker announces them: the bus's own are every worker's, and not announced.
    package var announcedServices: [WorkerAnnouncement.Service] {
        let versions = Dictionary(
            registrations.values.map { ($0.name.service, Int($0.contract)) },
            uniquingKeysWith: max)
        return
            versions
            .filter { !$0.key.hasPrefix("dayline.bus.") }
            .map { .init(name: $0.key, version: $0.value) }
            .sorted { $0.name < $1.name }
    }
}
