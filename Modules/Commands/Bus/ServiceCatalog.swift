import Contracts
import RPC

/// The services on the bus with their methods, and the state of each instance that serves them.
struct ServiceCatalog: Encodable, Sendable {
    var workers: [BusBroker.Worker]
    /// Sorted by name.
    var services: [Service]
    /// The number of clients with open calls or subscriptions.
    var clients: Int
    /// Messages that violated the protocol.
    var malformed: Int
    /// The broker, the supervisor, and the workers.
    var instances: [Instance]

    struct Service: Encodable, Sendable {
        var name: String
        var version: Int
        var workers: Int
        /// Calls that wait for a worker with free capacity.
        var queued: Int
        var methods: [BusReflection.MethodDescription]
    }

    struct Instance: Encodable, Sendable {
        var instance: String
        var state: State
        var services: [String]
        /// Nil if the instance does not answer.
        var statistics: BusStatistics.GetResponse?
    }

    enum State: String, Encodable {
        case ready, draining
        /// No answer within the time limit.
        case silent
    }

    /// The time limit for an instance's answers, of which the description of its methods takes longest.
    private static let answerTimeout = Duration.seconds(5)

    init(_ context: CommandContext) async throws {
        let bus = try context.bus()
        let listing = try await bus.call(BusBroker.list, Empty(), context.options())
        workers = listing.workers
        clients = listing.clients
        malformed = listing.malformed
        let supervisor =
            context.isRemote
            ? nil : ReflectionPeer(client: try context.supervisor(), name: "supervisor")
        let peers =
            [ReflectionPeer(client: bus), supervisor].compactMap(\.self)
            + listing.workers.map { ReflectionPeer(client: bus, target: $0.instance) }
        let answers = await withTaskGroup { group in
            for (index, peer) in peers.enumerated() {
                group.addTask { (index, await peer.answer(within: Self.answerTimeout)) }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        instances = peers.indices.compactMap { answers[$0]?.instance }
        let described = peers.indices.flatMap { answers[$0]?.services ?? [] }
        services = Self.merged(listing.services, described)
    }

    /// Each service once, with the methods that one of its instances describes.
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

/// An instance that describes itself: the peer of a connection, or `target` behind the broker.
private struct ReflectionPeer: Sendable {
    let client: Client
    var name: String?
    var target: String?

    struct Response: Sendable {
        var instance: ServiceCatalog.Instance
        var services: [BusReflection.Service]
    }

    func answer(within timeout: Duration) async -> Response {
        let options = CallOptions(deadline: .after(timeout), target: target)
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
            // A peer that is not behind the broker reports its address or no name.
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
