import ArgumentParser
import Contracts
import Glibc
import HostFiles
import RPC

extension PluginsCommand {
    struct Install: BusCommand {
        static let configuration = CommandConfiguration(
            name: "install", abstract: "Copy an importer from a folder or an archive.",
            discussion: .examples(
                after: """
                    An importer is a program: it reads the files that it is given, without the network \
                    and without access to other files. Install only what you trust to read them.
                    """, "plugins install bottle", "plugins install bottle.tar.gz --replace"))

        @Argument(
            help: "Folder or tar archive with a plugin.json.", completion: .file())
        var path: String

        @Flag(help: "Replace an importer of the same name.")
        var replace = false

        @OptionGroup var globals: GlobalOptions

        func run(_ context: CommandContext) async throws -> ExitStatus {
            var status = stat()
            guard stat(path, &status) == 0 else {
                throw Status(
                    .notFound, "There is no \(path).",
                    hint: "Give a folder or a tar archive with a plugin.json.")
            }
            let isFolder = status.st_mode & S_IFMT == S_IFDIR
            let installed =
                isFolder
                ? try install(path, context)
                : try PluginArchive(path: path).withFolder(beside: context.home.folder) {
                    try install($0, context)
                }
            try context.output.result(installed) {
                "Installed \(installed.name) \(installed.version) at \(installed.path). It reads "
                    + "\(installed.accepts.joined(separator: ", "))."
            }
            return .done
        }

        private func install(_ folder: String, _ context: CommandContext) throws -> Installed {
            let package = try PluginPackage(folder: folder)
            let manifest = package.manifest
            let plugins = context.home.pluginFolder
            let catalog = PluginCatalog(
                home: context.home, programFolder: ProgramPath.folder,
                environment: context.environment)
            let other = catalog.plugins.first { $0.manifest.name == manifest.name }
            if let other, !other.file.hasPrefix("\(plugins)/\(manifest.name)/") {
                throw Status(
                    .alreadyExists, "\(other.file) is a plugin named \(manifest.name) already.",
                    hint: "Change the name in the plugin.json of \(folder).")
            }
            return Installed(
                name: manifest.name, version: manifest.version, accepts: manifest.accepts,
                path: try package.install(into: plugins, isReplacing: replace))
        }

        private struct Installed: Encodable {
            var name: String
            var version: String
            var accepts: [String]
            var path: String
        }
    }
}
