import Glibc
import Memberwise
import RPC

/// A manifest with the paths of its file and its program.
@Memberwise
package struct InstalledPlugin: Hashable, Sendable {
    package let manifest: Manifest
    /// The manifest's path.
    package let file: String
    /// The program's path.
    package let executable: String
}

/// The installed plugins.
///
/// A manifest that cannot be used excludes only its own plugin and is listed in `problems`, so that a
/// faulty third-party file does not prevent the system from starting.
package struct PluginCatalog: Sendable {
    /// By name, sorted.
    package private(set) var plugins: [InstalledPlugin] = []
    package private(set) var problems: [ManifestError] = []

    /// Finds the plugins of the program in `programFolder`, then those of this home.
    ///
    /// `programFolder` is the folder of the supervisor's executable. Plugins are searched in
    /// `DAYLINE_PLUGINS`, else in a source tree around a build folder, else in `share` of a prefix.
    /// Their executables are beside the manifest for scripts, else in `programFolder`.
    /// Plugins in `<home>/plugins` are third-party programs: the executable of such a plugin is beside
    /// its manifest, and it cannot replace a plugin of the same name.
    package init(home: Home, programFolder: String, environment: [String: String]) {
        let parent = Files.folder(of: programFolder)
        var candidates = [
            "\(Files.folder(of: Files.folder(of: parent)))/Plugins",
            "\(parent)/share/dayline/plugins",
        ]
        if let chosen = environment["DAYLINE_PLUGINS"], !chosen.isEmpty {
            candidates = [Files.canonicalPath(chosen) ?? chosen]
        }
        if let bundled = candidates.first(where: { access($0, F_OK) == 0 }) {
            add(bundled) { folder, executable in
                let script = "\(folder)/\(executable)"
                return access(script, F_OK) == 0 ? script : "\(programFolder)/\(executable)"
            }
        } else {
            problems.append(
                ManifestError(file: candidates[0], problem: "there is no such folder of plugins"))
        }
        add(home.pluginFolder, isOwn: false) { folder, executable in "\(folder)/\(executable)" }
        plugins.sort { $0.manifest.name < $1.manifest.name }
    }

    package func plugins(of kind: Manifest.Kind) -> [InstalledPlugin] {
        plugins.filter { $0.manifest.kind == kind }
    }

    /// Adds the plugins of every `plugin.json` one level below `folder`. Only plugins of the project
    /// (`isOwn`) have services under the reserved prefix.
    private mutating func add(
        _ folder: String, isOwn: Bool = true, executable: (String, String) -> String
    ) {
        for name in Files.names(in: folder) {
            let file = "\(folder)/\(name)/plugin.json"
            do throws(ManifestError) {
                guard let manifest = try Self.manifest(file) else { continue }
                if !isOwn, let service = manifest.services.first(where: Route.isReserved) {
                    throw ManifestError(
                        file: file, key: "services",
                        problem: "must not have \"\(service)\": names that begin with \"dayline.\" "
                            + "are reserved")
                }
                let path = executable("\(folder)/\(name)", manifest.executable)
                guard access(path, X_OK) == 0 else {
                    throw ManifestError(
                        file: file, key: "executable", problem: Self.problem(ofProgram: path))
                }
                let other = plugins.first {
                    $0.manifest.name == manifest.name
                        && ($0.manifest.engine == nil || manifest.engine == nil
                            || $0.manifest.engine == manifest.engine)
                }
                if let other {
                    throw ManifestError(
                        file: file, key: "name",
                        problem: "is \"\(manifest.name)\", which \(other.file) has already")
                }
                for key in manifest.unknownKeys {
                    problems.append(
                        ManifestError(file: file, key: key, problem: "is not a key of a manifest"))
                }
                plugins.append(InstalledPlugin(manifest: manifest, file: file, executable: path))
            } catch {
                problems.append(error)
            }
        }
    }

    private static func problem(ofProgram path: String) -> String {
        access(path, F_OK) == 0
            ? "names \(path), which cannot be run: it lacks the executable bit; set it with: "
                + "chmod +x \(path)"
            : "names \(path), which cannot be run: there is no such file"
    }

    /// The manifest in a file; nil if there is no such file.
    private static func manifest(_ file: String) throws(ManifestError) -> Manifest? {
        let bytes: [UInt8]?
        do throws(HostFileError) {
            bytes = try Files.readIfPresent(file, limit: Manifest.sizeLimit)
        } catch {
            // A plain file beside the plugin folders has no manifest.
            if case .system(_, _, ENOTDIR) = error { return nil }
            throw ManifestError(file: file, problem: error.status.message)
        }
        return try bytes.map { bytes throws(ManifestError) in
            try Manifest(parsing: bytes, file: file)
        }
    }
}
