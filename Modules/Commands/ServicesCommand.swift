import ArgumentParser
import RPC

struct ServicesCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "services", abstract: "What can be called on the bus, and who answers.")

    @Argument(help: "One service, or the beginning of its name.")
    var name: String?

    @OptionGroup var globals: GlobalOptions

    func run(_ session: Session) async throws -> ExitStatus {
        var listing = try await session.bus().call(BusBroker.list, Empty(), session.options())
        if let name {
            listing.services.removeAll { !$0.name.hasPrefix(name) }
            guard !listing.services.isEmpty else {
                throw Status(
                    .notFound, "There is no service \"\(name)\".",
                    hint: "See them all with: dayline services")
            }
        }
        try session.output.result(listing) {
            var table = TextTable([
                ("service", .left), ("version", .right), ("workers", .right), ("queued", .right),
            ])
            for service in listing.services {
                table.add([
                    service.name, "\(service.version)", "\(service.workers)", "\(service.queued)",
                ])
            }
            return table.text(session.output)
        }
        return .done
    }
}
