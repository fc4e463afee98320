import Memberwise

/// The services and limits of a worker, sent to the broker as the body of a ready message.
@Message
package struct WorkerAnnouncement: Codable, Hashable, Sendable {
    /// Unique in a home and never reused by another process.
    package var instance: String
    /// The kind of worker, such as `storage`.
    package var name: String
    package var pid: Int32
    /// Calls that the worker runs at once.
    package var capacity: Int
    package var services: [Service]
    /// Token of the start, for processes that the supervisor started; nil for others.
    package var token: String? = nil
    /// True if each profile has one of the workers that announce the same services, which receives all
    /// calls for the profile; nil: false, any worker receives a call.
    package var isByProfile: Bool? = nil
    /// The instance of a registered worker whose second connection this is, for streams and large messages;
    /// nil: the first connection.
    package var bulkOf: String? = nil
    /// The time zone data of a worker on another machine; nil: that of the home, or unknown.
    package var zones: ZoneDataVersion? = nil

    @Message
    package struct Service: Codable, Hashable, Sendable {
        package var name: String
        /// Major version of its contract.
        package var version: Int
        /// The scopes of its methods that have one, by method; nil: none has.
        package var scopes: [String: Scope]? = nil
    }
}

extension Router {
    /// The services that a worker announces. Bus services are not announced, since every worker has them.
    package var announcedServices: [WorkerAnnouncement.Service] {
        let scopes = registrations.values.reduce(into: [String: [String: Scope]]()) { all, method in
            guard let scope = method.access.scope else { return }
            all[method.name.service, default: [:]][method.name.method] = scope
        }
        let versions = Dictionary(
            registrations.values.map { ($0.name.service, Int($0.contract)) },
            uniquingKeysWith: max)
        return
            versions
            .filter { !$0.key.hasPrefix("dayline.bus.") }
            .map { .init(name: $0.key, version: $0.value, scopes: scopes[$0.key]) }
            .sorted { $0.name < $1.name }
    }
}
