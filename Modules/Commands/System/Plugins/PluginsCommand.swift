import ArgumentParser
import Contracts
import Glibc
import HostFiles
import Presentation
import RPC

struct PluginsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        name: "plugins", abstract: "List, install, remove, create and validate importers.",
        discussion: .examples(
            "plugins", "plugins install bottle.tar.gz", "plugins new my-importer --language python"),
        subcommands: [List.self, Install.self, Remove.self, Validate.self, New.self],
        defaultSubcommand: List.self)

    struct List: BusCommand {
        static let configuration = CommandConfiguration(
            name: "list",
            abstract: "List installed importers and the files that they accept.",
            discussion: .examples("plugins list", "plugins list --json"))

        @OptionGroup var globals: GlobalOptions

        func run(_ context: CommandContext) async throws -> ExitStatus {
            let installed = try await context.bus().call(
                Imports.importers, Empty(), context.options())
            let catalog = PluginCatalog(
                home: context.home, programFolder: ProgramPath.folder,
                environment: context.environment)
            let listing = Listing(
                plugins: installed.plugins, problems: catalog.problems.map(\.status.message))
            try context.output.result(listing) {
                let table = TextTable(
                    of: listing.plugins, .left("name", \.name), .left("version", \.version),
                    .left("accepts") { $0.accepts.joined(separator: " ") },
                    .left("summary", \.summary)
                )
                let lines = [
                    table.text(context.output),
                    "Tracker documents (\(Documents.importer)), calendars "
                        + "(\(Documents.calendarImporter)) and exported tables "
                        + "(\(Documents.tableImporter)) need no importer.",
                ]
                let unusable = listing.problems.map {
                    context.output.styled("Not used: \($0)", .yellow)
                }
                return (lines + unusable).joined(separator: "\n")
            }
            return .done
        }

        private struct Listing: Encodable {
            var plugins: [Imports.Importer]
            /// The reasons why plugins are not used, or not entirely.
            var problems: [String]
        }
    }

    struct New: BusCommand {
        static let configuration = CommandConfiguration(
            name: "new", abstract: "Create a working importer with its test, to be edited.",
            discussion: .examples(
                "plugins new my-importer", "plugins new my-importer --language python"))

        @Argument(help: "Name: lower-case letters, digits and dashes.")
        var name: String

        @Option(help: "Write the importer in python or swift.")
        var language = Language.python

        @OptionGroup var globals: GlobalOptions

        enum Language: String, ExpressibleByArgument, CaseIterable {
            case python, swift
        }

        func run(_ context: CommandContext) async throws -> ExitStatus {
            guard name.wholeMatch(of: #/[a-z][a-z0-9-]{0,31}/#) != nil else {
                throw UsageError(
                    "\"\(name)\" cannot be the name of an importer.",
                    hint: "Use lower-case letters, digits and dashes, a letter first; at most 32.")
            }
            let catalog = PluginCatalog(
                home: context.home, programFolder: ProgramPath.folder,
                environment: context.environment)
            let names = catalog.plugins.map(\.manifest.name)
            guard !(names + Documents.importers).contains(name) else {
                throw Status(
                    .alreadyExists, "There is an importer called \(name) already.",
                    hint: "Choose another name. List importers with: dayline plugins")
            }
            let folder = context.home.pluginFolder
            let skeleton = PluginSkeleton(name: name)
            let created = CreatedPlugin(name: name, path: "\(folder)/\(name)")
            var steps = ["\(created.path) reads *.\(name).csv."]
            switch language {
            case .python:
                try skeleton.writePython(into: folder, library: try pythonLibrary())
            case .swift:
                try skeleton.writeSwift(into: folder, sources: try ownPackage())
                steps.append("Build it: swift build -c release --package-path \(created.path)")
            }
            steps.append("Try it: dayline import FILE.\(name).csv")
            try context.output.result(created) { steps.joined(separator: "\n") }
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
                    hint: "Run dayline from where it was built, or use --language python.")
            }
            return sourceTree
        }

        /// The path of the library in the source tree, else in `share` of the installation.
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
            name: "validate",
            abstract:
                "Check all manifests, or run an importer on a file and on damaged copies of it.",
            discussion: .examples(
                after: """
                    Manifests are checked also while the system is down. An importer is run without \
                    storing anything: its handshake, limits, progress, repetition, use of credit, \
                    damaged copies and cancellation are checked.
                    """, "plugins validate", "plugins validate bottle sips.bottle.csv")
        )

        @Argument(
            help: "Importer to run (default: check the manifests only).",
            completion: .custom(NameCompletion.importers))
        var name: String?

        @Argument(help: "File that the importer reads.", completion: .file())
        var file: String?

        @OptionGroup var globals: GlobalOptions

        func validate() throws {
            guard name == nil || file != nil else {
                throw ValidationError("Name a file that the importer reads.")
            }
        }

        func run(_ context: CommandContext) async throws -> ExitStatus {
            if let name, let file { return try await run(name, on: file, context) }
            let catalog = PluginCatalog(
                home: context.home, programFolder: ProgramPath.folder,
                environment: context.environment)
            let report = ValidationReport(catalog)
            try context.output.result(report) {
                let table = TextTable(
                    of: report.plugins, .left("plugin", \.name), .left("manifest", \.path)
                ).text(context.output)
                let summary = report.problems.isEmpty ? ["All manifests are valid."] : []
                return ([table] + report.problems + report.ties + summary).joined(separator: "\n")
            }
            return report.problems.isEmpty ? .done : .failed
        }

        private func run(
            _ name: String, on file: String, _ context: CommandContext
        ) async throws -> ExitStatus {
            let client = try context.bus()
            let installed = try await client.call(Imports.importers, Empty(), context.options())
            guard installed.plugins.contains(where: { $0.name == name }) else {
                throw Status(
                    .notFound, "There is no importer \"\(name)\".",
                    hint: "List the importers with: dayline plugins")
            }
            guard let path = Files.canonicalPath(file) else {
                throw Status(
                    .notFound, "There is no file \(file).", hint: "Name a file that \(name) reads.")
            }
            var status = stat()
            guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
                throw Status(
                    .invalidArgument, "\(file) is not a file, which is needed for damaged copies.",
                    hint: "Give a file, or a zip archive of the folder.")
            }
            let checks = try await ImporterValidation(
                context: context, client: client, importer: name, path: path
            ).checks()
            try context.output.result(Trial(importer: name, checks: checks)) {
                checks.map { "\($0.ok ? "ok    " : "failed")  \($0.name): \($0.detail)." }
                    .joined(separator: "\n")
            }
            return checks.allSatisfy(\.ok) ? .done : .failed
        }

        private struct Trial: Encodable {
            var importer: String
            var checks: [ImporterValidation.Check]
        }
    }
}

private struct ValidationReport: Encodable {
    var plugins: [Plugin]
    var problems: [String]
    /// Pairs of importers with the same rank for some files.
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
