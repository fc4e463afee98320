import ArgumentParser
import Contracts
import Glibc
import HostFiles
import RPC

extension PluginsCommand {
    struct Remove: BusCommand {
        static let configuration = CommandConfiguration(
            name: "remove", abstract: "Remove an installed importer.",
            discussion: .examples(
                after: "The data that it imported stays.", "plugins remove bottle",
                "plugins remove bottle --yes"))

        @Argument(help: "Name of the importer.")
        var name: String

        @Flag(help: "Remove without asking; required without a terminal.")
        var yes = false

        @OptionGroup var globals: GlobalOptions

        func run(_ context: CommandContext) async throws -> ExitStatus {
            let plugins = context.home.pluginFolder
            let catalog = PluginCatalog(
                home: context.home, programFolder: ProgramPath.folder,
                environment: context.environment)
            let plugin = catalog.plugins.first { $0.manifest.name == name }
            guard let file = plugin?.file ?? unusedManifest(in: plugins) else {
                throw Status(
                    .notFound, "There is no importer \(name).",
                    hint: "List importers with: dayline plugins")
            }
            guard file.hasPrefix("\(plugins)/") else {
                throw Status(
                    .failedPrecondition, "\(name) is a part of Dayline and cannot be removed.",
                    hint: "Importers that can be removed are in \(plugins).")
            }
            let folder = Files.folder(of: file)
            try Confirmation(isConfirmed: yes, output: context.output).require(
                name, "\(folder) is removed with all its files.\nType its name to remove it: ",
                command: "dayline plugins remove \(name) --yes")
            try PluginFolder.remove(folder)
            try context.output.result(["name": name]) { "Removed \(name)." }
            return .done
        }

        /// The manifest in the folder of an importer that is installed and not used, as for a fault in
        /// the manifest; nil without such a folder.
        private func unusedManifest(in plugins: String) -> String? {
            let file = "\(plugins)/\(name)/plugin.json"
            return Files.names(in: plugins).contains(name) && access(file, F_OK) == 0 ? file : nil
        }
    }
}
