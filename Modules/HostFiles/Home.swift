import Glibc
import Texts

/// The folders of one installation.
///
/// The data is in `folder`. The sockets are in `runFolder`: in memory if the login session has a folder
/// there (`XDG_RUNTIME_DIR`), else in the home. The supervisor creates a link `run` in the home, so
/// that a command without that variable finds the sockets too.
package struct Home: Hashable, Sendable {
    package let folder: String
    package let runFolder: String
    /// The reason why nothing is written to `folder`; nil if it is writable.
    package let readOnlyReason: String?

    /// Maximum length of a socket's path, in bytes.
    package static let socketPathLimit = 107

    package init(folder: String, runFolder: String, readOnlyReason: String? = nil) {
        self.folder = folder
        self.runFolder = runFolder
        self.readOnlyReason = readOnlyReason
    }

    /// The home according to the arguments and the environment. Nothing is created.
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

    /// Creates the missing folders, accessible to their owner only.
    package func prepare() throws(HostFileError) {
        try Files.createPrivateFolder(folder)
        let link = "\(folder)/run"
        let target = Files.linkTarget(link)
        if target != nil, target != runFolder {
            // The link leads to the folder of a login session that has ended.
            unlink(link)
        }
        try Files.createPrivateFolder(runFolder)
        if runFolder != link, target != runFolder, symlink(runFolder, link) != 0 {
            throw .system(operation: "create", path: link, code: errno)
        }
        try Files.createPrivateFolder(logFolder)
    }

    package var database: String { "\(folder)/dayline.sqlite" }
    /// A copy that replaces the database when storage starts.
    package var pendingRestore: String { database + Self.restoreSuffix }
    package static let restoreSuffix = ".restore"
    package var logFolder: String { "\(isReadOnly ? runFolder : folder)/logs" }
    package var pluginFolder: String { "\(folder)/plugins" }
    /// The file of the database's ``CommitCounter``.
    package var commitCounter: String { "\(runFolder)/changes" }
    /// The stored photos.
    package var photos: PhotoFolder { PhotoFolder(database: database) }
    package var settings: String { "\(folder)/settings.json" }
    /// The state of a move to a database server that has not ended.
    package var moveState: String { "\(folder)/move.json" }
    /// The epoch and role of the home among its replicas.
    package var replication: String { "\(folder)/\(Self.replicationName)" }
    package static let replicationName = "replication.json"
    /// The key with which a replica connects to its primary.
    package var replicaKey: String { "\(folder)/replica.key" }
    /// The name of the profile of commands that name none.
    package var commandProfile: String { "\(folder)/command-profile" }
    /// The sessions of the web app.
    package var webSessions: String { "\(isReadOnly ? runFolder : folder)/web-sessions.json" }
    /// The settings of the web app.
    package var webSettings: String { "\(folder)/web-settings.json" }
    /// The hashes of the passwords of the web app.
    package var webPasswords: String { "\(folder)/web-passwords.json" }
    /// The public keys of the passkeys of the web app.
    package var webPasskeys: String { "\(folder)/web-passkeys.json" }
    /// The folder of the web app's own certificate authority and certificate.
    package var webCertificates: String { "\(folder)/web-certificates" }
    /// The channels of notifications, with their secrets.
    package var notificationChannels: String { "\(folder)/notification-channels.json" }
    /// The MQTT brokers of profiles, with their passwords.
    package var homeAssistant: String { "\(folder)/home-assistant.json" }
    /// The keys of Web Push and of the tokens of notifications.
    package var notificationKeys: String {
        "\(isReadOnly ? runFolder : folder)/notification-keys.json"
    }
    /// The beginning of the path of files with one address each, which the program Apprise reads.
    package var appriseFiles: String {
        "\(isReadOnly ? runFolder : folder)/notification-apprise"
    }
    /// The log of notifications and their deliveries.
    package var notificationLog: String {
        "\(isReadOnly ? runFolder : folder)/notification-log.jsonl"
    }
    /// The folder of failures that the notifier has not logged yet.
    package var failures: String { "\(isReadOnly ? runFolder : folder)/failures" }
    /// The pushed files.
    package var pushes: PushFolder { PushFolder("\(folder)/pushes") }
    /// The tokens of the web API.
    package var webTokens: String { "\(isReadOnly ? runFolder : folder)/web-tokens.json" }
    /// The folder of copies of a database that are being encrypted, or were decrypted to be restored.
    package static func backupCopies(ofDatabase path: String) -> String {
        "\(Files.folder(of: path))/backup-copies"
    }
    /// The settings and results of daily backups.
    package static func backupSchedule(ofDatabase path: String) -> String {
        "\(Files.folder(of: path))/backups.json"
    }
    /// The calendar feeds.
    package var webFeeds: String { "\(isReadOnly ? runFolder : folder)/web-feeds.json" }
    /// The keys of programs on other machines: their public keys and roles.
    package var busKeys: String { "\(folder)/bus-keys.json" }
    /// The key pair of the broker for connections over TCP.
    package var busServerKey: String { "\(folder)/bus-server-key" }
    /// The address at which the broker accepts connections over TCP.
    package var busListen: String { "\(folder)/\(Self.busListenName)" }
    package static let busListenName = "bus-listen"
    /// The address that spans and metrics are exported to.
    package var telemetryAddress: String { "\(folder)/telemetry-address" }
    package var lock: String { "\(isReadOnly ? runFolder : folder)/supervisor.lock" }

    /// The socket of the broker.
    package var busSocket: String { get throws(HostFileError) { try socket("bus") } }
    /// The socket of the supervisor, which answers also without a broker.
    package var controlSocket: String { get throws(HostFileError) { try socket("control") } }

    /// The path of a socket in the run folder.
    /// - Throws: If the path is too long for a socket.
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

    /// The home folder of the user account, for a process without HOME; nil if the account has none.
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

    /// The absolute path without `.`, `..` and repeated slashes.
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
