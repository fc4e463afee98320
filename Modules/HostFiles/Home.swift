import Glibc
import Texts

/// Where one installation keeps its data, and where its sockets are.
///
/// The data is in `folder`. The sockets are in `runFolder`, which is in memory when the session has
/// such a place (`XDG_RUNTIME_DIR`) and under the home otherwise. Whoever starts the system leaves a
/// link `run` in the home, so that a command started without that variable finds them too.
package struct Home: Hashable, Sendable {
    package let folder: String
    package let runFolder: String
    /// Why nothing is written below `folder`; nil when that is not so.
    package let readOnlyReason: String?

    /// Bytes of a path that fit into a socket's address.
    package static let socketPathLimit = 107

    package init(folder: String, runFolder: String, readOnlyReason: String? = nil) {
        self.folder = folder
        self.runFolder = runFolder
        self.readOnlyReason = readOnlyReason
    }

    /// The home that the arguments and the environment name. Nothing is created.
    package static func located(
        explicit: String? = nil, environment: [String: String]
    ) throws(HostFileError) -> Home {
        let chosen = try path(explicit: explicit, environment)
        let folder = Files.canonicalPath(chosen) ?? normalized(chosen)
        if let run = nonEmpty(environment["DAYLINE_RUN"]) {
            return Home(folder: folder, runFolder: normalized(run))
        }
        let foreign = foreignRunFolder(of: folder)
        if isServed(foreign) { return Home(folder: folder, runFolder: foreign) }
        let link = "\(folder)/run"
        if isOwnFolder(link) {
            return Home(folder: folder, runFolder: Files.linkTarget(link) ?? link)
        }
        if let session = nonEmpty(environment["XDG_RUNTIME_DIR"]), isOwnFolder(session) {
            return Home(
                folder: folder, runFolder: "\(session)/dayline-\(stableHash(folder).hexDigits)")
        }
        return Home(folder: folder, runFolder: link)
    }

    /// Creates the folders that are missing, each for its owner alone.
    package func prepare() throws(HostFileError) {
        try Files.createPrivateFolder(folder)
        let link = "\(folder)/run"
        let target = Files.linkTarget(link)
        if target != nil, target != runFolder {
            // It points into a session that is over.
            unlink(link)
        }
        try Files.createPrivateFolder(runFolder)
        if runFolder != link, target != runFolder, symlink(runFolder, link) != 0 {
            throw .system(operation: "create", path: link, code: errno)
        }
        try Files.createPrivateFolder(logFolder)
    }

    package var database: String { "\(folder)/dayline.sqlite" }
    /// A copy that storage puts in the place of the database when it starts.
    package var pendingRestoration: String { database + Self.restorationSuffix }
    package static let restorationSuffix = ".restore"
    package var logFolder: String { "\(isReadOnly ? runFolder : folder)/logs" }
    package var pluginFolder: String { "\(folder)/plugins" }
    /// What a ``CommitCounter`` of the database is kept in.
    package var commitCounter: String { "\(runFolder)/changes" }
    package var settings: String { "\(folder)/settings.json" }
    package var lock: String { "\(isReadOnly ? runFolder : folder)/supervisor.lock" }

    /// The broker's front door.
    package var busSocket: String { get throws(HostFileError) { try socket("bus") } }
    /// The supervisor's own socket, which answers also when the broker does not.
    package var controlSocket: String { get throws(HostFileError) { try socket("control") } }
    /// Storage's own socket, where the other workers ask it without the broker in between.
    package var storageSocket: String { get throws(HostFileError) { try socket("storage") } }

    /// The path of a socket in the run folder.
    /// - Throws: When the system could not bind it.
    package func socket(_ name: String) throws(HostFileError) -> String {
        let path = "\(runFolder)/\(name).sock"
        guard path.utf8.count <= Self.socketPathLimit else {
            throw .socketPathTooLong(path: path, limit: Self.socketPathLimit)
        }
        return path
    }

    private static func path(
        explicit: String?, _ environment: [String: String]
    ) throws(HostFileError) -> String {
        if let explicit = nonEmpty(explicit) { return explicit }
        if let home = nonEmpty(environment["DAYLINE_HOME"]) { return home }
        if let data = nonEmpty(environment["XDG_DATA_HOME"]), data.hasPrefix("/") {
            return "\(data)/dayline"
        }
        guard let user = nonEmpty(environment["HOME"]) ?? accountHome() else { throw .noHome }
        return "\(user)/.local/share/dayline"
    }

    /// The home folder of the account, for a process without HOME.
    private static func accountHome() -> String? {
        var record = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 4096)
        guard getpwuid_r(geteuid(), &record, &buffer, buffer.count, &found) == 0, found != nil,
            let folder = record.pw_dir
        else { return nil }
        return nonEmpty(String(cString: folder))
    }

    private static func nonEmpty(_ text: String?) -> String? {
        text.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Absolute, without `.`, `..` and doubled slashes.
    private static func normalized(_ path: String) -> String {
        var absolute = path
        if !path.hasPrefix("/") {
            absolute = "\(Files.canonicalPath(".") ?? "")/\(path)"
        }
        var parts: [Substring] = []
        for part in absolute.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }

    private static func isOwnFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
            && status.st_uid == geteuid()
    }
}
