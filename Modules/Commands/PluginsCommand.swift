import ArgumentParser
import Contracts
import RPC

struct PluginsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plugins", abstract: "The importers that are installed.",
        subcommands: [List.self], defaultSubcommand: List.self)

    struct List: SessionCommand {
        static let configuration = CommandConfiguration(
            abstract: "What is installed, and what it accepts.")

        @OptionGroup var globals: GlobalOptions

        func run(_ session: Session) async throws -> ExitStatus {
            let listing = try await session.bus().call(
                Imports.importers, Empty(), session.options())
            try session.output.result(listing) {
                var table = TextTable([
                    ("name", .left), ("version", .left), ("accepts", .left), ("summary", .left),
                ])
                for plugin in listing.plugins {
                    table.add([
                        plugin.name, plugin.version, plugin.accepts.joined(separator: " "),
                        plugin.summary,
                    ])
                }
                return table.text(session.output)
            }
            return .done
        }
    }
}
