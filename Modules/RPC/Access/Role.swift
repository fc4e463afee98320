/// A permission of a key of the bus. A key has one or several.
package enum Role: Hashable, Sendable {
    /// Calls the methods of a scope.
    case scope(Scope)
    /// Serves the service of that name, or all services whose names begin with it and a dot.
    case worker(String)
    /// Copies all data of the home, follows its changes, and reports its own promotion.
    case replica
    /// Calls the methods of a task that concerns all profiles, none of which read the days of a person.
    case global(GlobalRole)

    private static let replicaText = "replica"
    private static let workerPrefix = "worker:"
    /// The name in help texts that a person replaces.
    private static let placeholder = "SERVICE"

    /// Parses a role such as `log` or `worker:dayline.aggregation`.
    /// - Throws: INVALID_ARGUMENT.
    package init(_ text: String) throws(Status) {
        if let scope = Scope(rawValue: text) {
            self = .scope(scope)
            return
        }
        if text == Self.replicaText {
            self = .replica
            return
        }
        if let role = GlobalRole(rawValue: text) {
            self = .global(role)
            return
        }
        guard text.hasPrefix(Self.workerPrefix) else { throw Self.unknown(text) }
        let service = String(text.dropFirst(Self.workerPrefix.count))
        guard Self.isService(service) else { throw Self.unknown(text) }
        guard service != Self.placeholder else {
            throw Status(
                .invalidArgument, "SERVICE in the role \(text) stands for the name of a service.",
                hint: "For example: worker:dayline.aggregation")
        }
        guard !Route.isBusService(service + ".") else {
            throw Status(
                .invalidArgument,
                "The role \(text) is not possible: every worker has bus services.",
                hint: "For example: worker:dayline.aggregation")
        }
        guard !Route.isReserved(service + ".") || Self.calls[service] != nil else {
            let known = Self.calls.keys.sorted().map { Self.workerPrefix + $0 }
            throw Status(
                .invalidArgument,
                "The services \(service) are served on the machine of the home only.",
                hint:
                    "A worker on another machine can be: \(known.joined(separator: ", ")), or one "
                    + "with a service of its own, such as worker:org.example.Echo.")
        }
        self = .worker(service)
    }

    package var text: String {
        switch self {
        case .scope(let scope): scope.rawValue
        case .worker(let service): Self.workerPrefix + service
        case .replica: Self.replicaText
        case .global(let role): role.rawValue
        }
    }

    /// True if the role is for all profiles, and a key has no others beside it.
    package var isForAllProfiles: Bool { if case .scope = self { false } else { true } }

    /// True if a worker with this role may announce the service.
    package func canServe(_ service: String) -> Bool {
        guard case .worker(let name) = self else { return false }
        return service == name || service.hasPrefix(name + ".")
    }

    /// The methods, and services with all their methods, that the role allows beside those of a scope.
    package var calls: [String] {
        switch self {
        case .scope: []
        case .worker(let name): Self.calls[name] ?? []
        case .replica: ["dayline.storage.Replication"]
        case .global(let role): role.calls
        }
    }

    /// By reserved service, what its workers call. Other reserved services have no remote workers.
    private static let calls = [
        "dayline.aggregation": [
            "dayline.bus.Broker/List", "dayline.bus.Events/Publish",
            "dayline.bus.Events/Subscribe", "dayline.storage.Corrections/List",
            "dayline.storage.Days", "dayline.storage.Folds", "dayline.storage.HealthRows",
            "dayline.storage.ImportLog/List",
            "dayline.storage.Profiles/List", "dayline.storage.Settings",
            "dayline.storage.Checkups/Refold", "dayline.storage.Sources/List",
            "dayline.storage.Sources/Chosen", "dayline.storage.TrackerRecords/Answers",
            "dayline.storage.TrackerRecords/Days", "dayline.tracker.Goals/List",
            "dayline.tracker.Statistics",
            "dayline.tracker.Weights/Milestones", "dayline.tracker.Weights/Values",
        ]
    ]

    private static func isService(_ text: String) -> Bool {
        text.utf8.count <= WireLimits.routeBytes / 2
            && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
                !part.isEmpty
                    && part.utf8.allSatisfy { byte in
                        switch byte {
                        case UInt8(ascii: "a")...UInt8(ascii: "z"),
                            UInt8(ascii: "A")...UInt8(ascii: "Z"),
                            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                            true
                        default: false
                        }
                    }
            }
    }

    /// The names of all roles but those of workers.
    private static var names: [String] {
        Scope.allCases.map(\.rawValue) + GlobalRole.allCases.map(\.rawValue) + [replicaText]
    }

    private static func unknown(_ text: String) -> Status {
        Status(
            .invalidArgument, "There is no role \"\(text)\".",
            hint: "Use \(names.joined(separator: ", ")) or worker:SERVICE.")
    }
}
