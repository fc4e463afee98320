import Contracts
import RPC

/// What is on the bus: services with their methods, and how each instance that serves them is.
struct ServiceCatalog: Encodable, Sendable {
    var workers: [BusBroker.Worker]
    /// By name.
    var services: [Service]
    /// Those that wait for something.
    var clients: Int
    /// Messages that broke the protocol.
    var malformed: Int
    /// The broker, the supervisor, and the workers.
    var instances: [Instance]

    struct Service: Encodable, Sendable {
        var name: String
        var version: Int
        var workers: Int
        /// Calls that wait for a worker with room.
        var queued: Int
        var methods: [BusReflection.MethodDescription]
    }

    struct Instance: Encodable, Sendable {
        var instance: String
        var state: State
        var services: [String]
        /// Nil when it does not answer.
        var statistics: BusStatistics.GetResponse?
    }

    enum State: String, Encodable {
        case ready, draining
        /// It did not say within the time that was given.
        case silent
    }

    /// How long an instance may take to tell of itself.
    private static let answerTimeout = Duration.seconds(2)

    init(_ session: CommandContext) async throws {
        let bus = try session.bus()
        let listing = try await bus.call(BusBroker.list, Empty(), session.options())
        workers = listing.workers
        clients = listing.clients
        malformed = listing.malformed
        let parties =
            [
                ReflectionPeer(client: bus),
                ReflectionPeer(client: try session.supervisor(), name: "supervisor"),
            ]
            + listing.workers.map { ReflectionPeer(client: bus, target: $0.instance) }
        let answers = await withTaskGroup { group in
            for (index, party) in parties.enumerated() {
                group.addTask { (index, await party.answer(within: Self.answerTimeout)) }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        instances = parties.indices.compactMap { answers[$0]?.instance }
        let described = parties.indices.flatMap { answers[$0]?.services ?? [] }
        services = Self.merged(listing.services, described)
    }

    /// Each service once: with its methods, as any instance that answered tells them.
    private static func merged(
        _ listed: [BusBroker.Service], _ described: [BusReflection.Service]
    ) -> [Service] {
        var services: [String: Service] = [:]
        for service in listed {
            services[service.name] = Service(
                name: service.name, version: service.version, workers: service.workers,
                queued: service.queued, methods: [])
        }
        for service in described {
            let listed = services[service.name]
            guard listed?.methods.isEmpty ?? true else { continue }
            services[service.name] = Service(
                name: service.name, version: service.version, workers: listed?.workers ?? 1,
                queued: listed?.queued ?? 0, methods: service.methods)
        }
        return services.values.sorted { $0.name < $1.name }
    }
}

/// Somebody who can be asked about himself: whoever is at the other end, or behind it the target.
private struct ReflectionPeer: Sendable {
    let client: Client
    var name: String?
    var target: String?

    struct Response: Sendable {
        var instance: ServiceCatalog.Instance
        var services: [BusReflection.Service]
    }

    func answer(within patience: Duration) async -> Response {
        let options = CallOptions(deadline: .after(patience), target: target)
        do {
            async let description = client.call(BusReflection.describe, .init(), options)
            async let health = client.call(BusHealth.check, Empty(), options)
            async let statistics = client.call(BusStatistics.get, Empty(), options)
            let services = try await description.services
            let state: ServiceCatalog.State =
                switch try await health.state {
                case .ready: .ready
                case .draining: .draining
                }
            var report = try await statistics
            // Who has no place behind the broker may call itself by its address, or not at all.
            if target == nil { report.instance = name ?? "broker" }
            return Response(
                instance: .init(
                    instance: report.instance, state: state, services: services.map(\.name),
                    statistics: report), services: services)
        } catch {
            return Response(
                instance: .init(
                    instance: target ?? name ?? "broker", state: .silent, services: [],
                    statistics: nil), services: [])
        }
    }
}
