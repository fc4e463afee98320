import MemoryStorage
import RPC

/// The implementations of the storage contracts. Tests with an engine as argument run against each.
enum StorageEngine: String, CaseIterable, Sendable {
    /// `StorageService`, on SQLite.
    case sqlite
    /// `MemoryStorage`, which tests of other services use.
    case memory

    /// New and empty storage.
    func storage() async throws -> any StorageUnderTest {
        switch self {
        case .sqlite: try await TemporaryStorage()
        case .memory: MemoryStorageUnderTest()
        }
    }
}

/// Storage of some engine, called through encoded messages.
protocol StorageUnderTest: Sendable {
    var client: Client { get }
    /// Deletes the files of the storage.
    func remove()
}

private struct MemoryStorageUnderTest: StorageUnderTest {
    let client = Client(inProcess: MemoryStorage(zone: "Europe/Berlin"))

    func remove() {}
}
