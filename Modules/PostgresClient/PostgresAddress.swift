import CLibPQ
import Glibc
import HostFiles
package import RPC
import Texts

/// The address of a database, such as `postgresql://dayline@db.example.org/health`.
///
/// libpq completes it from `~/.pg_service.conf` (`?service=NAME`), the variables `PGHOST`, `PGPASSWORD` and so
/// on, and `~/.pgpass`. The address has no password: it is among the arguments of processes, which other
/// users can read.
package struct PostgresAddress: Hashable, Sendable, CustomStringConvertible {
    /// The options by the keywords of libpq.
    let options: [String: String]
    /// A file of mode 0600 whose first line is the password; nil: libpq finds the password.
    let passwordFile: String?

    private static let example = "For example: postgresql://dayline@db.example.org/dayline"
    private static let passwordLimit = 4096
    /// The certificate authorities that Debian trusts.
    private static let systemAuthorities = "/etc/ssl/certs/ca-certificates.crt"

    /// - Throws: INVALID_ARGUMENT if `text` is not an address, or has a password.
    package init(parsing text: String, passwordFile: String? = nil) throws(Status) {
        _ = try DatabaseServer(parsing: text)
        var message: UnsafeMutablePointer<CChar>?
        guard let parsed = PQconninfoParse(text, &message) else {
            let reason = message.map { Self.line(of: String(cString: $0)) } ?? "out of memory"
            PQfreemem(message)
            throw Status(
                .invalidArgument, "The address of PostgreSQL is malformed: \(reason).",
                hint: Self.example)
        }
        let options = Self.values(of: parsed)
        // libpq also decodes percent signs in the names of options.
        guard options["password"] == nil else { throw DatabaseServer.passwordRefusal }
        if let port = options["port"], !Self.isPortList(port) {
            throw Status(
                .invalidArgument,
                "The address of PostgreSQL is malformed: the port \(port) is not a number from 1 to 65535.",
                hint: Self.example)
        }
        self.options = options
        self.passwordFile = passwordFile
    }

    /// True for ports of several hosts, divided by commas; an empty one is the default port.
    private static func isPortList(_ text: String) -> Bool {
        text.split(separator: ",", omittingEmptySubsequences: false).allSatisfy { port in
            port.isEmpty || UInt16(port).map { $0 > 0 } == true
        }
    }

    /// Host and database, without user and password.
    package var description: String {
        if let service = options["service"] { return "the service \(service)" }
        let host = options["host"] ?? options["hostaddr"] ?? "the local socket"
        let port = options["port"].map { ":\($0)" } ?? ""
        return "\(host)\(port)" + (options["dbname"].map { "/\($0)" } ?? "")
    }

    /// The options of a connection with the password.
    /// - Throws: If the file of the password cannot be read or is open to other users.
    func connectionOptions() throws(Status) -> [String: String] {
        var options = options
        options["application_name"] = options["application_name"] ?? "dayline"
        // A broken link is noticed without an answer of the other end.
        for (keyword, value) in Self.keepalives where options[keyword] == nil {
            options[keyword] = value
        }
        // A suspended process does not lock rows for longer.
        options["options"] = [options["options"], Self.transactionLimit].compactMap(\.self)
            .joined(separator: " ")
        if let passwordFile { options["password"] = try Self.password(in: passwordFile) }
        return options
    }

    private static let transactionLimit = "-c idle_in_transaction_session_timeout=10s"
    private static let keepalives = [
        "keepalives_idle": "10", "keepalives_interval": "5", "keepalives_count": "3",
        "tcp_user_timeout": "30000",
    ]

    /// The options that require a verified certificate if `effective`, the options after services and
    /// variables were read, lead to another machine without an explicit `sslmode`; nil if no change is
    /// needed.
    package static func verification(of effective: [String: String]) -> [String: String]? {
        // libpq's default, which falls back to an unencrypted connection.
        guard effective["sslmode"] == "prefer", !isLocal(effective) else { return nil }
        var options = ["sslmode": "verify-full"]
        let own = "\(getenv("HOME").map { String(cString: $0) } ?? "")/.postgresql/root.crt"
        if effective["sslrootcert"] ?? "" == "", access(own, R_OK) != 0,
            access(systemAuthorities, R_OK) == 0
        {
            options["sslrootcert"] = systemAuthorities
        }
        return options
    }

    /// True if all hosts are Unix sockets or the loopback interface.
    static func isLocal(_ options: [String: String]) -> Bool {
        let hosts = options["hostaddr"].flatMap { $0.isEmpty ? nil : $0 } ?? options["host"] ?? ""
        return hosts.split(separator: ",").allSatisfy { host in
            host.hasPrefix("/") || host.hasPrefix("@") || host == "localhost" || host == "::1"
                || isLoopback(host)
        }
    }

    private static func isLoopback(_ host: Substring) -> Bool {
        var address = in_addr()
        return inet_pton(AF_INET, String(host), &address) == 1
            && UInt32(bigEndian: address.s_addr) >> 24 == 127
    }

    private static func password(in path: String) throws(Status) -> String {
        var attributes = stat()
        guard stat(path, &attributes) == 0 else {
            throw HostFileError.system(
                operation: "read the password in", path: path, code: errno
            ).status
        }
        guard attributes.st_mode & 0o077 == 0 else {
            throw Status(
                .failedPrecondition, "The file \(path) with a password is open to other users.",
                hint: "Restrict it with: chmod 600 \(path)")
        }
        let contents: [UInt8]
        do throws(HostFileError) {
            contents = try Files.read(path, limit: passwordLimit)
        } catch {
            throw error.status
        }
        let line = contents.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        guard !line.isEmpty, !line.contains(0) else {
            throw Status(
                .failedPrecondition, "The first line of \(path) is not a password.",
                hint: "Write the password into the first line.")
        }
        return String(decoding: line, as: UTF8.self)
    }

    /// The options that have a value. Frees `list`.
    static func values(of list: UnsafeMutablePointer<PQconninfoOption>) -> [String: String] {
        defer { PQconninfoFree(list) }
        var values: [String: String] = [:]
        var option = list
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val {
                values[String(cString: keyword)] = String(cString: value)
            }
            option += 1
        }
        return values
    }

    /// A message of libpq as part of a sentence.
    static func line(of message: String) -> String {
        // A question of libpq is a hint, which the status has itself.
        let lines = message.split(separator: "\n").map { String($0).trimmed }
        let text = lines.filter { !$0.hasSuffix("?") }.joined(separator: "; ")
        return text.hasSuffix(".") ? String(text.dropLast()) : text
    }
}
