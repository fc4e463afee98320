import ArgumentParser
import Contracts
import HostFiles
import RPC

struct PluginsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plugins", abstract: "The importers that are installed.",
        subcommands: [List.self, Validate.self, New.self], defaultSubcommand: List.self)

    struct List: BusCommand {
        static let configuration = CommandConfiguration(
            abstract: "What is installed, and what it accepts.")

        @OptionGroup var globals: GlobalOptions

        func run(_ session: CommandContext) async throws -> ExitStatus {
            let installed = try await session.bus().call(
                Imports.importers, Empty(), session.options())
            let catalog = PluginCatalog(
                home: session.home, programFolder: ProgramPath.folder,
                environment: session.environment)
            let listing = Listing(
                plugins: installed.plugins, problems: catalog.problems.map(\.status.message))
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
                let lines = [
                    table.text(session.output),
                    "Documents of the tracker (\(Documents.importer)) need none of these.",
                ]
                let unusable = listing.problems.map {
                    session.output.styled("Not used: \($0)", .yellow)
                }
                return (lines + unusable).joined(separator: "\n")
            }
            return .done
        }

        private struct Listing: Encodable {
            var plugins: [Imports.Importer]
            /// Why a plugin in the folders of plugins is not used, or not entirely.
            var problems: [String]
        }
    }

    struct New: BusCommand {
        static let configuration = CommandConfiguration(
            abstract: "Begin an importer: one that works, with its test, to be changed.")

        @Argument(help: "What it is called: lower case letters, digits and dashes.")
        var name: String

        @Option(help: "The language that it is written in: python or swift.")
        var language = Language.python

        @OptionGroup var globals: GlobalOptions

        enum Language: String, ExpressibleByArgument, CaseIterable {
            case python, swift
        }

        func run(_ session: CommandContext) async throws -> ExitStatus {
            guard name.wholeMatch(of: #/[a-z][a-z0-9-]{0,31}/#) != nil else {
                throw UsageError(
                    "\"\(name)\" cannot be the name of an importer.",
                    hint: "Use lower case letters, digits and dashes, a letter first; at most 32.")
            }
            let folder = session.home.pluginFolder
            let skeleton = PluginSkeleton(name: name)
            let made = CreatedPlugin(name: name, path: "\(folder)/\(name)")
            var steps = ["\(made.path) reads *.\(name).csv."]
            switch language {
            case .python:
                try skeleton.writePython(into: folder, library: try pythonLibrary())
            case .swift:
                try skeleton.writeSwift(into: folder, sources: try ownPackage())
                steps.append("Build it: swift build -c release --package-path \(made.path)")
            }
            steps.append("Try it: dayline import FILE.\(name).csv")
            try session.output.result(made) { steps.joined(separator: "\n") }
            return .done
        }

        /// The source tree around the build folder that this program is in.
        private var sourceTree: String {
            Files.folder(of: Files.folder(of: Files.folder(of: ProgramPath.folder)))
        }

        private func ownPackage() throws -> String {
            guard Files.canonicalPath("\(sourceTree)/Modules/PluginKit") != nil else {
                throw Status(
                    .failedPrecondition,
                    "An importer in Swift needs Dayline's sources, which are not at "
                        + "\(sourceTree).",
                    hint: "Run dayline from where it was built, or take --language python.")
            }
            return sourceTree
        }

        /// In the source tree, else in `share` of a prefix.
        private func pythonLibrary() throws -> String {
            let candidates = [
                "\(sourceTree)/tools/python/dayline",
                "\(Files.folder(of: ProgramPath.folder))/share/dayline/python/dayline",
            ]
            guard let found = candidates.first(where: { Files.canonicalPath($0) != nil }) else {
                throw Status(
                    .failedPrecondition, "The Python library is not at \(candidates[0]).",
                    hint: "Run dayline from where it was built or installed.")
            }
            return found
        }

        private struct CreatedPlugin: Encodable {
            var name: String
            var path: String
        }
    }

    struct Validate: BusCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check every manifest; nothing has to run for it.")

        @OptionGroup var globals: GlobalOptions

        func run(_ session: CommandContext) async throws -> ExitStatus {
            let catalog = PluginCatalog(
                home: session.home, programFolder: ProgramPath.folder,
                environment: session.environment)
            let report = ValidationReport(catalog)
            try session.output.result(report) {
                (report.plugins.map { "\($0.name)  \($0.path)" } + report.problems + report.ties)
                    .joined(separator: "\n")
            }
            return report.problems.isEmpty ? .done : .failed
        }
    }
}

private struct PluginListing: Encodable {
    var plugins: [Imports.Importer]
    /// Plugins that were left out, and why.
    var problems: [String]
}

private struct ValidationReport: Encodable {
    var plugins: [Plugin]
    var problems: [String]
    /// Importers of which neither comes first for some files.
    var ties: [String]

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
        ties = catalog.ties.map(\.message)
    }
}
