/// The reason for which a server that was reached refuses a connection.
package enum ConnectionRefusal: Hashable, Sendable {
    case password
    case access
    case noDatabase
    case starting
    case tooManyClients
    /// The certificate of the server is not valid for its name, or the server has no TLS.
    case notVerified

    /// libpq reports refusals as text only. An unknown text, such as one in another language, is treated
    /// as a server that was not reached.
    init?(_ message: String) {
        let known = Self.texts.first { message.contains($0.text) }
        guard let known else { return nil }
        self = known.refusal
    }

    private static let texts: [(text: String, refusal: Self)] = [
        ("password authentication failed", .password), ("no password supplied", .password),
        ("no pg_hba.conf entry", .access), ("role \"", .access), ("database \"", .noDatabase),
        ("authentication failed", .access), ("the database system is", .starting),
        ("too many clients", .tooManyClients), ("remaining connection slots", .tooManyClients),
        ("certificate", .notVerified), ("does not support SSL", .notVerified),
    ]

    /// True if another attempt may succeed without a change by a person.
    var isTransient: Bool { self == .starting || self == .tooManyClients }

    var remedy: String {
        switch self {
        case .password:
            "Write the password into a file of mode 0600, or into PGPASSWORD or ~/.pgpass."
        case .access: "Check the user of the address, and pg_hba.conf of the server."
        case .noDatabase: "Create the database with: createdb NAME"
        case .starting: "The server starts or stops; try again."
        case .tooManyClients: "Raise max_connections of the server, or run fewer workers."
        case .notVerified:
            "Name the certificate authority with ?sslrootcert=FILE, and the host as in the certificate."
        }
    }
}
