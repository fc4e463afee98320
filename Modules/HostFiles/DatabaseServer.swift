import Memberwise
package import RPC

/// The kind of a database.
package enum DatabaseKind: String, CaseIterable, Sendable {
    /// A file in the home.
    case sqlite
    /// A server that others operate.
    case postgresql
}

/// The database server with the data of a home.
@Memberwise
package struct DatabaseServer: Codable, Hashable, Sendable {
    /// The address, such as `postgresql://dayline@db.example.org/dayline`. Without a password, since it is
    /// among the arguments of processes.
    package var address: String
    /// Absolute path of a file of mode 0600 whose first line is the password; nil: the password is in
    /// libpq's files or in the environment.
    package var passwordFile: String? = nil

    private static let schemes = ["postgresql://", "postgres://"]
    /// The refusal of a text that is not an address of PostgreSQL. The text is not repeated, since it may
    /// have a password.
    package static let schemeRefusal = Status(
        .invalidArgument, "The address of the database is not one of PostgreSQL.",
        hint:
            "For example: postgresql://dayline@db.example.org/dayline, or sqlite for the file in the "
            + "home.")
    package static let passwordRefusal = Status(
        .invalidArgument,
        "The address of PostgreSQL has a password, which other users of this machine could read.",
        hint:
            "Write the password into a file of mode 0600 and name it with --database-password-file FILE "
            + "(dayline-postgres: --password-file FILE), or use PGPASSWORD or ~/.pgpass.")

    /// - Throws: INVALID_ARGUMENT if `address` is not one of PostgreSQL, or has a password.
    package init(parsing address: String, passwordFile: String? = nil) throws(Status) {
        guard Self.schemes.contains(where: address.hasPrefix) else { throw Self.schemeRefusal }
        self.address = address
        self.passwordFile = passwordFile
        guard !hasPassword else { throw Self.passwordRefusal }
    }

    private var hasPassword: Bool {
        parts.user.contains(":")
            || parts.options.contains { $0.name == "password" || $0.name == "sslpassword" }
    }

    /// Host and database without user and password, such as `PostgreSQL at db.example.org/dayline`.
    package var text: String {
        func option(_ name: String) -> Substring? {
            parts.options.last { $0.name == name }?.value
        }
        if let service = option("service") { return "PostgreSQL of the service \(service)" }
        let host = option("host") ?? option("hostaddr") ?? parts.host
        let port = option("port").map { ":\($0)" } ?? ""
        let database = option("dbname") ?? parts.database
        return "PostgreSQL at \(host.isEmpty ? "the local socket" : host)\(port)"
            + (database.isEmpty ? "" : "/\(database)")
    }

    /// `scheme://user@host/database?name=value&…` in parts; absent ones are empty.
    private var parts:
        (
            user: Substring, host: Substring, database: Substring,
            options: [(name: Substring, value: Substring)]
        )
    {
        let scheme = Self.schemes.first(where: address.hasPrefix) ?? ""
        let query = address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = query[0].dropFirst(scheme.count).split(
            separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        let authority = path.first ?? ""
        let at = authority.lastIndex(of: "@")
        let options = query.dropFirst().flatMap { $0.split(separator: "&") }.map { option in
            let pair = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (name: pair[0], value: pair.count > 1 ? pair[1] : "")
        }
        return (
            at.map { authority[..<$0] } ?? "",
            at.map { authority[authority.index(after: $0)...] } ?? authority,
            path.dropFirst().first ?? "", options
        )
    }
}
