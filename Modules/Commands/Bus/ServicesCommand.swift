import ArgumentParser
import RPC

struct ServicesCommand: BusCommand {
    static let configuration = CommandConfiguration(
        name: "services",
        abstract: "List the services of the bus, their methods and instances.",
        discussion: .examples(
            after: """
                Without a name: services, their methods, and the statistics of every instance. \
                With one: the schema of each request, item and reply; ? marks optional keys.
                """, "services", "services Journal"))

    @Argument(
        help: "Name of a service, or the beginning of a part of it, such as tracker.",
        completion: .custom(NameCompletion.services))
    var name: String?

    @OptionGroup var globals: GlobalOptions

    func run(_ context: CommandContext) async throws -> ExitStatus {
        var catalog = try await ServiceCatalog(context)
        guard let name else {
            try context.output.result(catalog) { ServiceText.overview(catalog, context.output) }
            return .done
        }
        catalog.services = try chosen(name, of: catalog.services)
        let names = Set(catalog.services.map(\.name))
        catalog.instances.removeAll { names.isDisjoint(with: $0.services) }
        catalog.workers.removeAll { names.isDisjoint(with: $0.services) }
        try context.output.result(catalog) {
            guard catalog.services.count == 1 else {
                return ServiceText.overview(catalog, context.output)
            }
            return ServiceText.detail(catalog.services[0], catalog.instances, context.output)
        }
        return .done
    }

    /// The service with that name, else those whose name has it as a prefix or last part, else
    /// those with a part that begins with it.
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
                ?? "List the services with: dayline services")
    }
}
