import ArgumentParser
import RPC

struct ServicesCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "services", abstract: "What can be called on the bus, and who answers.",
        discussion: """
            Without a name: the services, their methods, and every instance with what it has done. \
            With one: the form of each request, item and reply; ? marks what may be left out.
            """)

    @Argument(
        help: "One service, or those of a worker: a part of the name, or how one begins.",
        completion: .custom(NameCompletion.services))
    var name: String?

    @OptionGroup var globals: GlobalOptions

    func run(_ session: CommandContext) async throws -> ExitStatus {
        var catalog = try await ServiceCatalog(session)
        guard let name else {
            try session.output.result(catalog) { ServiceText.overview(catalog, session.output) }
            return .done
        }
        catalog.services = try chosen(name, of: catalog.services)
        let names = Set(catalog.services.map(\.name))
        catalog.instances.removeAll { names.isDisjoint(with: $0.services) }
        catalog.workers.removeAll { names.isDisjoint(with: $0.services) }
        try session.output.result(catalog) {
            guard catalog.services.count == 1 else {
                return ServiceText.overview(catalog, session.output)
            }
            return ServiceText.detail(catalog.services[0], catalog.instances, session.output)
        }
        return .done
    }

    /// The service of that name, else those whose name begins or ends so, else those of which a part
    /// begins so.
    private func chosen(
        _ name: String, of services: [ServiceCatalog.Service]
    ) throws -> [ServiceCatalog.Service] {
        if let exact = services.first(where: { $0.name == name }) { return [exact] }
        let similar = services.filter {
            $0.name.hasPrefix(name) || $0.name.lowercased().hasSuffix("." + name.lowercased())
        }
        guard similar.isEmpty else { return similar }
        let related = services.filter { service in
            service.name.split(separator: ".").dropFirst()
                .contains { $0.lowercased().hasPrefix(name.lowercased()) }
        }
        guard related.isEmpty else { return related }
        throw Status(
            .notFound, "There is no service \"\(name)\".",
            hint: NameSuggestions(services).nearest(toService: name).map {
                "Did you mean \"\($0)\"?"
            }
                ?? "See them all with: dayline services")
    }
}
