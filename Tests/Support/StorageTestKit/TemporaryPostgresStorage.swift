package import Contracts
import HostFiles
package import PostgresStorage
package import RPC
import TestKit

/// A storage service on an empty database of PostgreSQL until the end of the test, called through encoded messages.
package final class TemporaryPostgresStorage: StorageUnderTest {
    package let service: PostgresStorage
    package let client: Client
    package let database: String

    /// - Parameters:
    ///   - database: A database of ``PostgresDatabases``; nil: an empty one.
    ///   - now: The current time, in milliseconds since 1970.
    ///   - reclaimDelay: The time after the loss of a profile in which it is not claimed again.
    ///   - onRoundTrip: Called when queries are sent.
    ///   - onChange: Called with committed changes.
    /// - Throws: If PostgreSQL does not start.
    package init(
        database: String? = nil, now: @escaping @Sendable () -> Int64 = WallClock.milliseconds,
        reclaimDelay: Duration = .milliseconds(5),
        onRoundTrip: @escaping @Sendable () -> Void = {},
        onChange: @escaping @Sendable ([Changes.Change]) -> Void = { _ in }
    ) async throws {
        let name: String
        if let database {
            name = database
        } else {
            name = try await PostgresDatabases.shared.acquire()
        }
        self.database = name
        let pool = try PostgresDatabases.pool(of: name, onRoundTrip: onRoundTrip)
        service = try await PostgresStorage(
            pool, systemZone: "Europe/Berlin", reclaimDelay: reclaimDelay, now: now,
            onChange: onChange)
        client = Client(inProcess: service)
        TestCleanup.add { [service] in
            service.close()
            // Otherwise its owner releases the database.
            if database == nil { await PostgresDatabases.shared.release(name) }
        }
    }
}
