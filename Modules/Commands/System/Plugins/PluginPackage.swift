import Glibc
import HostFiles
import RPC

/// A folder with an importer from elsewhere, to be copied into a home.
struct PluginPackage {
    private static let sizeLimit: Int64 = 64 << 20
    private static let fileLimit = 1000
    private static let manifestLimit = 64 << 10

    private struct Content {
        /// Relative to the folder, folders before what they contain.
        var folders: [String] = []
        var files: [(path: String, mode: mode_t)] = []
        var bytes: Int64 = 0
    }

    private let folder: String
    private let content: Content
    let manifest: Manifest

    /// - Throws: INVALID_ARGUMENT if the folder has no usable manifest of an importer, or contains
    ///   links, special files, more than 1,000 files or more than 64 MiB.
    init(folder: String) throws {
        guard let path = Files.canonicalPath(folder) else {
            throw Status(
                .notFound, "There is no folder \(folder).",
                hint: "Give a folder or an archive with a plugin.json.")
        }
        let file = "\(path)/plugin.json"
        guard let bytes = try Files.readIfPresent(file, limit: Self.manifestLimit) else {
            throw Status(
                .invalidArgument, "\(path) has no plugin.json.",
                hint: "Give the folder that contains the manifest of the importer.")
        }
        self.folder = path
        manifest = try Manifest(parsing: bytes, file: file)
        guard manifest.kind == .importer else {
            throw Status(
                .invalidArgument,
                "\(manifest.name) is a \(manifest.kind.rawValue), and only importers are installed.",
                hint: "Give a plugin whose kind is \"importer\".")
        }
        content = try Self.content(of: path)
        let program = content.files.first { $0.path == manifest.executable }
        guard let program, program.mode & S_IXUSR != 0 else {
            throw Status(
                .invalidArgument, "\(path)/\(manifest.executable) is not an executable file.",
                hint: "Build the importer, or set the executable bit with chmod +x.")
        }
    }

    /// Copies the importer. It is complete when it gets its name.
    /// - Parameters:
    ///   - plugins: The folder of the importers of a home.
    ///   - isReplacing: True if an importer in the same folder is replaced.
    /// - Returns: The folder of the copy.
    /// - Throws: ALREADY_EXISTS if the home has the importer already.
    func install(into plugins: String, isReplacing: Bool) throws -> String {
        let target = "\(plugins)/\(manifest.name)"
        guard isReplacing || access(target, F_OK) != 0 else {
            throw Status(
                .alreadyExists, "The importer \(manifest.name) is installed at \(target).",
                hint: "Replace it with --replace.")
        }
        let copy = "\(plugins)/.\(manifest.name)-\(getpid()).new"
        do {
            try Files.createPrivateFolder(copy)
            for path in content.folders { try Files.createPrivateFolder("\(copy)/\(path)") }
            for file in content.files {
                try Files.copyPrivate("\(folder)/\(file.path)", to: "\(copy)/\(file.path)")
                chmod("\(copy)/\(file.path)", file.mode & S_IXUSR != 0 ? 0o700 : 0o600)
            }
            try PluginFolder.remove(target)
            guard rename(copy, target) == 0 else {
                throw HostFileError.system(operation: "create", path: target, code: errno)
            }
        } catch {
            try? PluginFolder.remove(copy)
            throw error
        }
        try Files.syncFolder(of: target)
        return target
    }

    private static func content(of root: String) throws -> Content {
        var content = Content()
        var pending = [""]
        while let folder = pending.popLast() {
            for name in Files.names(in: "\(root)/\(folder)") {
                let path = folder.isEmpty ? name : "\(folder)/\(name)"
                var status = stat()
                guard lstat("\(root)/\(path)", &status) == 0 else { continue }
                switch status.st_mode & S_IFMT {
                case S_IFDIR:
                    content.folders.append(path)
                    pending.append(path)
                case S_IFREG:
                    content.files.append((path, status.st_mode))
                    content.bytes += Int64(status.st_size)
                default:
                    throw Status(
                        .invalidArgument, "\(root)/\(path) is a link or a special file.",
                        hint: "Replace it with a plain file.")
                }
                let count = content.files.count + content.folders.count
                guard count <= fileLimit, content.bytes <= sizeLimit else {
                    throw Status(
                        .invalidArgument,
                        "\(root) has more than \(fileLimit) files or more than 64 MiB.",
                        hint: "Leave out what the importer does not need, such as build folders.")
                }
            }
        }
        return content
    }
}
