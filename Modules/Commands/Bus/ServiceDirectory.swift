import Contracts
import RPC

/// Finds out about a method by asking whoever serves it.
struct ServiceDirectory: Sendable {
    /// Of whoever serves the route.
    let client: Client
    private let session: CommandContext
    private let route: Route

    /// The supervisor answers on a socket of its own; everybody else is behind the broker.
    init(_ session: CommandContext, _ route: Route) throws {
        self.session = session
        self.route = route
        client =
            route.service == Control.service ? try session.supervisor() : try session.bus()
    }

    /// The method as its server describes it; nil when nobody can say now.
    /// - Throws: NOT_FOUND when the server has no such method, with the nearest that it has.
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
            case .unavailable: return nil
            // Nobody asked for a description.
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

    /// When nobody serves the method: whether another was meant.
    func explained(_ status: Status) async -> Status {
        guard [.unavailable, .unimplemented].contains(status.code), route.target == nil,
            let catalog = try? await ServiceCatalog(session),
            !catalog.services.contains(where: { $0.name == route.service })
        else { return status }
        return Status(status.code, status.message, hint: nearest(in: catalog) ?? status.hint)
    }

    private func hint() async -> String {
        let catalog = try? await ServiceCatalog(session)
        return catalog.flatMap(nearest) ?? "See what there is with: dayline services"
    }

    private func nearest(in catalog: ServiceCatalog) -> String? {
        NameSuggestions(catalog.services).nearest(toMethod: "\(route.service)/\(route.method)")
            .map { "Did you mean \"\($0)\"?" }
    }
}
