import ArgumentParser
import Contracts
import HostFiles
import RPC

struct PluginsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plugins", abstract: "The importers that are installed.",
        subcommands: [List.self, Validate.self], defaultSubcommand: List.self)

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

    struct Validate: SessionCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check every manifest; nothing has to run for it.")

        @OptionGroup var globals: GlobalOptions

        func run(_ session: Session) async throws -> ExitStatus {
            let catalog = PluginCatalog(
                home: session.home, programFolder: ProgramPath.folder,
                environment: session.environment)
            let report = ValidationReport(catalog)
            try session.output.result(report) {
                (report.plugins.map { "\($0.name)  \($0.path)" } + report.problems)
                    .joined(separator: "\n")
            }
            return report.problems.isEmpty ? .done : .failed
        }
    }
}

private struct ValidationReport: Encodable {
    var plugins: [Plugin]
    var problems: [String]

    struct Plugin: Encodable {
        var name: String
        var kind: String
        var path: String
    }

    init(_ catalog: PluginCatalog) {
        plugins = catalog.plugins.map {
            Plugin(name: $0.manifest.name, kind: $0.manifest.kind.rawValue, path: $0.file)
        }
        problems = catalog.problems.map(\.status.message)
    }
}
