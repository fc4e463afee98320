import Foundation

/// The installed programs of PostgreSQL and the user that runs them.
struct PostgresPrograms: Sendable {
    private let folder: String
    /// Another user than that of this process; nil: the same.
    private let user: (name: String, id: uid_t, group: gid_t)?

    /// - Throws: If PostgreSQL is not installed, or root has no user for it.
    init() throws {
        let versions = "/usr/lib/postgresql"
        let installed = ((try? FileManager.default.contentsOfDirectory(atPath: versions)) ?? [])
            .compactMap(Int.init).sorted()
        guard let newest = installed.last else {
            throw TemporaryPostgres.Failure(
                description: "PostgreSQL is not installed; install the package postgresql")
        }
        folder = "\(versions)/\(newest)/bin"
        guard geteuid() == 0 else {
            user = nil
            return
        }
        guard let entry = getpwnam("postgres") else {
            throw TemporaryPostgres.Failure(description: "There is no user postgres")
        }
        user = ("postgres", entry.pointee.pw_uid, entry.pointee.pw_gid)
    }

    func createFolder(_ path: String) throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        guard let user, chown(path, user.id, user.group) != 0 else { return }
        throw TemporaryPostgres.Failure(description: "\(path) cannot be given to \(user.name)")
    }

    /// Writes `certificate.pem`, a certificate for localhost that signs itself, and `key.pem`.
    func createCertificate(in folder: String) throws {
        try run(
            command: command(
                "openssl",
                [
                    "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                    "-nodes", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
                    "-days", "2", "-keyout", "\(folder)/key.pem", "-out",
                    "\(folder)/certificate.pem",
                ]))
    }

    /// A port of the loopback interface that no program listens on.
    static func freePort() throws -> UInt16 {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutableBytes(of: &address) { bytes in
            guard let base = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else {
                return false
            }
            return bind(listener, base, length) == 0 && getsockname(listener, base, &length) == 0
        }
        guard isBound else { throw POSIXError(.EADDRNOTAVAIL) }
        return UInt16(bigEndian: address.sin_port)
    }

    /// Copies a folder of files of PostgreSQL.
    func copy(_ source: String, to target: String) throws {
        try run(command: command("cp", ["--archive", source, target]))
    }

    /// Runs a program of PostgreSQL to its end.
    func run(_ program: String, _ arguments: [String]) throws {
        try run(command: command("\(folder)/\(program)", arguments))
    }

    private func run(command: [String]) throws {
        let process = ServerProcess(command)
        try process.start()
        process.waitUntilExit()
        guard process.status == 0 else {
            throw TemporaryPostgres.Failure(description: process.output)
        }
    }

    func start(data: String) throws -> ServerProcess {
        let process = ServerProcess(command("\(folder)/postgres", ["-D", data]))
        try process.start()
        return process
    }

    /// The command with the user, and with SIGQUIT at the end of the process that starts it.
    private func command(_ program: String, _ arguments: [String]) -> [String] {
        let identity = user.map {
            ["--reuid=\($0.name)", "--regid=\($0.group)", "--clear-groups"]
        }
        return ["setpriv", "--pdeathsig=QUIT"] + (identity ?? []) + [program]
            + arguments
    }
}
