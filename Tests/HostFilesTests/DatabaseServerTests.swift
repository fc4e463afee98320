import RPC
import Testing

@testable import HostFiles

struct DatabaseServerTests {
    @Test(arguments: [
        ("postgresql://dayline@db.example.org/health", "PostgreSQL at db.example.org/health"),
        (
            "postgres://db.example.org:5433/health?sslmode=require",
            "PostgreSQL at db.example.org:5433/health"
        ),
        (
            "postgresql://dayline@/health?host=/run/postgresql&port=5433",
            "PostgreSQL at /run/postgresql:5433/health"
        ),
        ("postgresql:///health", "PostgreSQL at the local socket/health"),
        ("postgresql://?service=clinic", "PostgreSQL of the service clinic"),
        ("postgresql://", "PostgreSQL at the local socket"),
    ])
    func `an address is shown without user and options`(address: String, text: String) throws {
        #expect(try DatabaseServer(parsing: address).text == text)
    }

    @Test(arguments: [
        "postgresql://dayline:secret@db/health", "postgres://:secret@db/health",
        "postgresql://dayline@db/health?password=secret",
        "postgresql://db/health?x=1&password=secret",
        "mysql://dayline:secret@db/health", "secret", "", "sqlite3",
    ])
    func `an address with a password or of another server is refused without repeating it`(
        address: String
    ) throws {
        let status = #expect(throws: Status.self) { try DatabaseServer(parsing: address) }

        #expect(status?.code == .invalidArgument)
        #expect(status?.description.contains("secret") == false)
        #expect(status?.hint != nil)
    }
}
