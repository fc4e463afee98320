import Glibc
import RPC

/// A manifest that was found, and the program it speaks of.
package struct InstalledPlugin: Hashable, Sendable {
    package let manifest: Manifest
    /// The manifest's path.
    package let file: String
    /// The program's path.
    package let executable: String

    package init(manifest: Manifest, file: String, executable: String) {
        self.manifest = manifest
        self.file = file
        self.executable = executable
    }
}

/// What is installed here.
///
/// A manifest that cannot be used leaves out its plugin and nothing else, so one bad file from
/// somebody else keeps no system from starting; `problems` says which.
package struct PluginCatalog: Sendable {
    /// By name, sorted.
    package private(set) var plugins: [InstalledPlugin] = []
    package private(set) var problems: [ManifestError] = []

    /// What the program in `programFolder` finds: its own plugins, then those of this home.
    ///
    /// `programFolder` is where the supervisor's executable is. Plugins are looked for in
    /// `DAYLINE_PLUGINS`, else in a source tree around a build folder, else in `share` of a prefix.
    /// Those in `<home>/plugins` are somebody else's: their executable is beside their manifest,
    /// and a name that is taken stays taken.
    package init(home: Home, programFolder: String, environment: [String: String]) {
        let above = Files.folder(of: programFolder)
        var candidates = [
            "\(Files.folder(of: Files.folder(of: above)))/Plugins",
            "\(above)/share/dayline/plugins",
        ]
        if let chosen = environment["DAYLINE_PLUGINS"], !chosen.isEmpty {
            candidates = [Files.canonicalPath(chosen) ?? chosen]
        }
        if let own = candidates.first(where: { access($0, F_OK) == 0 }) {
            add(own) { _, executable in "\(programFolder)/\(executable)" }
        } else {
            problems.append(
                ManifestError(file: candidates[0], problem: "there is no such folder of plugins"))
        }
        add(home.pluginFolder) { folder, executable in "\(folder)/\(executable)" }
        plugins.sort { $0.manifest.name < $1.manifest.name }
    }

    package func plugins(of kind: Manifest.Kind) -> [InstalledPlugin] {
        plugins.filter { $0.manifest.kind == kind }
    }

    /// Adds what every `plugin.json` one level below `folder` describes.
    private mutating func add(_ folder: String, executable: (String, String) -> String) {
        for name in Files.names(in: folder) {
            let file = "\(folder)/\(name)/plugin.json"
            do throws(ManifestError) {
                guard let manifest = try Self.manifest(file) else { continue }
                let path = executable("\(folder)/\(name)", manifest.executable)
                guard access(path, X_OK) == 0 else {
                    throw ManifestError(
                        file: file, key: "executable", problem: Self.problem(ofProgram: path))
                }
                if let other = plugins.first(where: { $0.manifest.name == manifest.name }) {
                    throw ManifestError(
                        file: file, key: "name",
                        problem: "is \"\(manifest.name)\", which \(other.file) has already")
                }
                for key in manifest.unknownKeys {
                    problems.append(
                        ManifestError(file: file, key: key, problem: "is no key of a manifest"))
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

    /// Nil when there is no such file.
    private static func manifest(_ file: String) throws(ManifestError) -> Manifest? {
        let bytes: [UInt8]?
        do throws(HostFileError) {
            bytes = try Files.readIfPresent(file, limit: Manifest.sizeLimit)
        } catch {
            // A file in the folder of plugins has no manifest in it.
            if case .system(_, _, ENOTDIR) = error { return nil }
            throw ManifestError(file: file, problem: error.status.message)
        }
        return try bytes.map { bytes throws(ManifestError) in
            try Manifest(parsing: bytes, file: file)
        }
    }
}
