/// A permission of callers over HTTP and of keys of the bus. Scopes do not include each other, except that
/// `admin` includes all.
package enum Scope: String, CaseIterable, Codable, Sendable {
    /// Reads the data of the profile.
    case read
    /// Adds and changes records of the profile: entries, activities, goals, weights.
    case log
    /// Sends files with health data.
    case push
    /// Changes settings, and removes data for good.
    case admin
}

/// The callers that a method is for.
///
/// Programs on the machine of the home may call every method on the bus, since only the owner of the home
/// can connect. Callers over HTTP, and those over TCP with a key, may call methods that have a scope.
package struct MethodAccess: Hashable, Sendable {
    /// The scope that a caller over HTTP or with a key needs; nil: the method is only for programs on the
    /// machine of the home.
    package let scope: Scope?
    /// Keys of the request that only those programs may send, such as paths of files.
    package let localKeys: [String]

    private init(_ scope: Scope?, localKeys: [String] = []) {
        self.scope = scope
        self.localKeys = localKeys
    }

    /// A method that programs on the machine of the home call.
    package static let onlyBus = Self(nil)

    package static func scope(_ scope: Scope, localKeys: [String] = []) -> Self {
        Self(scope, localKeys: localKeys)
    }

    /// Prefixes of the services that answer clients. Other services are for the processes of the system.
    private static let clientServices = [
        "dayline.aggregation.", "dayline.ingestion.", "dayline.tracker.",
    ]

    /// The access of a method that declares none: in a service for clients, `read` if the method is
    /// repeatable and `log` otherwise; in other services only for programs on the bus.
    static func standard(_ service: String, isRepeatable: Bool) -> Self {
        guard clientServices.contains(where: { service.hasPrefix($0) }) else { return .onlyBus }
        return .scope(isRepeatable ? .read : .log)
    }
}

extension MethodAccess {
    /// The access of the methods of bus services, by name.
    package static let ofBusMethods = [
        BusHealth.check.name.description: BusHealth.check.access,
        BusStatistics.get.name.description: BusStatistics.get.access,
        BusReflection.describe.name.description: BusReflection.describe.access,
        BusBroker.list.name.description: BusBroker.list.access,
        BusTraces.spans.name.description: BusTraces.spans.access,
        BusLogging.level.name.description: BusLogging.level.access,
        BusEvents.subscribe.name.description: BusEvents.subscribe.access,
        BusEvents.publish.name.description: BusEvents.publish.access,
    ]
}
