import Contracts
import Foundation
import RPC
import StorageService
import StorageTestKit
import Synchronization
import Testing

/// Reading the database from a disk that reports errors.
@Suite(
    .temporaryStorage, .serialized,
    .enabled(if: FailingDisk.isInstalled, "SQLite's reads cannot be replaced"))
struct FailingDiskTests {
    /// Storage that was just opened, so that its pages are not cached.
    private func reopened() async throws -> TemporaryStorage {
        let storage = try await TemporaryStorage()
        let id = try await storage.begin()
        try await storage.stage(Array(1...200), import: id, size: 2000)
        try await storage.publish(id)
        storage.service.close()
        return try await TemporaryStorage(folder: storage.folder)
    }

    private func failing<Value: Sendable>(
        _ storage: TemporaryStorage, reads: Int, _ body: () async throws -> Value
    ) async rethrows -> Value {
        FailingDisk.fault.withLock { $0 = FailingDisk.Fault(prefix: storage.folder, count: reads) }
        defer { FailingDisk.fault.withLock { $0 = nil } }
        return try await body()
    }

    @Test func `a transient read error is not reported`() async throws {
        let storage = try await reopened()

        let segments = try await failing(storage, reads: 1) {
            try await storage.publishedSegments()
        }

        #expect(segments.count == 200)
    }

    @Test func `an unreadable disk is not reported as a damaged database`() async throws {
        let storage = try await reopened()

        let status = await failing(storage, reads: .max) {
            await #expect(throws: Status.self) { try await storage.publishedSegments() }
        }

        #expect(status?.code == .internal)
        #expect(status?.message.contains("The disk failed") == true)
        #expect(status?.hint?.contains("dmesg") == true)
        #expect(status?.hint?.contains("restore") == false)
        #expect(try await storage.publishedSegments().count == 200)
    }

    @Test func `a backup of a database that cannot be read names the database`() async throws {
        let storage = try await reopened()
        let target = NSTemporaryDirectory() + "dl-copy-\(UUID().uuidString)"

        let status = await failing(storage, reads: .max) {
            await #expect(throws: Status.self) {
                try await storage.client.call(Backups.write, Backups.WriteRequest(path: target))
            }
        }

        #expect(status?.message.contains(storage.path) == true)
        #expect(status?.message.contains(target) == false)
        #expect(!FileManager.default.fileExists(atPath: target))
    }
}
