import Contracts
import RPC

/// Looks up the description of a method at the instance that serves it.
struct ServiceDirectory: Sendable {
    /// The client of the route's server.
    let client: Client
    private let context: CommandContext
    private let route: Route

    /// Connects to the supervisor's own socket for its service, else to the broker.
    init(_ context: CommandContext, _ route: Route) throws {
        self.context = context
        self.route = route
        client =
            route.service == Control.service ? try context.supervisor() : try context.bus()
    }

    /// The method's description; nil if no server is available, or the key does not permit reading it.
    /// - Throws: NOT_FOUND with the nearest name if the server has no such method.
    func method(by deadline: Deadline) async throws -> BusReflection.MethodDescription? {
        let isServedByWorker = !route.isBusService && route.service != Control.service
        let options = CallOptions(
            deadline: deadline, target: route.target ?? (isServedByWorker ? route.service : nil))
        do {
            let description = try await client.call(
                BusReflection.describe, .init(service: route.service, method: route.method),
                options)
            if let method = description.services.first?.methods.first { return method }
        } catch {
            switch Status(describing: error).code {
            // A key may permit the method and not its description.
            case .unavailable, .permissionDenied: return nil
            // The error names the method of the route, not the one that describes it.
            case .deadlineExceeded:
                throw Status(
                    .deadlineExceeded, "\(route.service)/\(route.method) did not answer in time.")
            default: throw error
            }
        }
        throw Status(
            .notFound, "There is no method \(route.service)/\(route.method).",
            hint: await hint())
    }

    /// `status` with the nearest name as its hint if no instance has the service.
    func explained(_ status: Status) async -> Status {
        guard [.unavailable, .unimplemented].contains(status.code), route.target == nil,
            let catalog = try? await ServiceCatalog(context),
            !catalog.services.contains(where: { $0.name == route.service })
        else { return status }
        return Status(status.code, status.message, hint: nearest(in: catalog) ?? status.hint)
    }

    private func hint() async -> String {
        let catalog = try? await ServiceCatalog(context)
        return catalog.flatMap(nearest) ?? "List the methods with: dayline services"
    }

    private func nearest(in catalog: ServiceCatalog) -> String? {
        NameSuggestions(catalog.services).nearest(toMethod: "\(route.service)/\(route.method)")
            .map { "Did you mean \"\($0)\"?" }
    }
}
