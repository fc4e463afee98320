package import Contracts
import HostFiles
import MemoryStorage
package import RPC

/// The implementations of the storage contracts. Tests with an engine as argument run against each.
package enum StorageEngine: CaseIterable, Sendable {
    /// `StorageService`, on SQLite.
    case sqlite
    /// `MemoryStorage`, which tests of other services use. It serves the contracts that they call.
    case memory
    /// `PostgresStorage`.
    case postgres

    /// The engines with one change log for all profiles. In PostgreSQL each profile has its own, with its own
    /// idempotency keys.
    package static let withCommonLog: [StorageEngine] = [.sqlite, .memory]

    /// New and empty storage.
    package func storage() async throws -> any StorageUnderTest {
        switch self {
        case .sqlite: try await DatabaseEngine.sqlite.storage()
        case .memory: MemoryStorageUnderTest()
        case .postgres: try await DatabaseEngine.postgres.storage()
        }
    }
}

/// The engines that serve every storage contract from a database.
package enum DatabaseEngine: CaseIterable, Sendable {
    /// `StorageService`, on SQLite.
    case sqlite
    /// `PostgresStorage`.
    case postgres

    /// The engines with one change log for all profiles.
    package static let withCommonLog: [DatabaseEngine] = [.sqlite]

    /// New and empty storage. `now` is the current time in milliseconds since 1970; `onChange` is called
    /// with committed changes, in the order of their commits.
    package func storage(
        now: @escaping @Sendable () -> Int64 = WallClock.milliseconds,
        onChange: @escaping @Sendable ([Changes.Change]) -> Void = { _ in }
    ) async throws -> any DatabaseUnderTest {
        switch self {
        case .sqlite: try await TemporaryStorage(now: now, onChange: onChange)
        case .postgres: try await TemporaryPostgresStorage(now: now, onChange: onChange)
        }
    }
}

/// Storage of some engine, called through encoded messages.
package protocol StorageUnderTest: Sendable {
    var client: Client { get }
}

/// Storage that has its data in a database.
package protocol DatabaseUnderTest: StorageUnderTest {
    /// Stops the storage and starts it again on the same data.
    func restarted(
        now: @escaping @Sendable () -> Int64
    ) async throws -> any DatabaseUnderTest
    /// Ends the calls that wait for folds.
    func stopFolding() async
    /// The stored dirty days of all profiles by metric.
    func dirtyDays() async throws -> [String: [ClosedRange<Int32>]]
}

extension DatabaseUnderTest {
    package func restarted() async throws -> any DatabaseUnderTest {
        try await restarted(now: WallClock.milliseconds)
    }
}

private struct MemoryStorageUnderTest: StorageUnderTest {
    let client = Client(inProcess: MemoryStorage(zone: "Europe/Berlin"))
}
