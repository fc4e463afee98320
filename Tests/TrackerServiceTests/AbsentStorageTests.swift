import Contracts
import Foundation
import HostFiles
import RPC
import StorageService
import Testing
import Tracker
import TrackerService

/// A storage service that fails only for single entries, as during a restart.
private struct BusyStorage: Service {
    let storage: StorageService

    func register(on router: inout Router) {
        var inner = Router([])
        storage.register(on: &inner)
        router.forwardSnapshotQueries(to: Client(inProcess: inner))
        router.handle(TrackerRecords.entry) { _, _ in
            throw Status(.unavailable, "Storage is being restarted.")
        }
    }
}

@Suite struct AbsentStorageTests {
    @Test func `an entry that storage cannot read now is unavailable, not missing`() async throws {
        let folder = NSTemporaryDirectory() + "dl-tracker-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let storage = try await StorageService(
            path: "\(folder)/dayline.sqlite", systemZone: "UTC", now: { 0 })
        let client = Client(
            inProcess: TrackerService(
                client: Client(inProcess: BusyStorage(storage: storage)), zones: ZoneCatalog(),
                now: { 0 }))

        let refusal = await status {
            _ = try await client.call(Entries.delete, Entries.EntryRequest(id: "e"))
        }

        #expect(refusal?.code == .unavailable)
    }
}
