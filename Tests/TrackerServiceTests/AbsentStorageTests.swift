import Contracts
import HostFiles
import MemoryStorage
import RPC
import Testing
import Tracker
import TrackerService

/// A storage service that fails only for single entries, as during a restart.
private struct BusyStorage: Service {
    func register(on router: inout Router) {
        router.forwardSnapshotQueries(to: Client(inProcess: MemoryStorage()))
        router.handle(TrackerRecords.entry) { _, _ in
            throw Status(.unavailable, "Storage is being restarted.")
        }
    }
}

@Suite struct AbsentStorageTests {
    @Test func `an entry that storage cannot read now is unavailable, not missing`() async throws {
        let client = Client(
            inProcess: TrackerService(
                client: Client(inProcess: BusyStorage()), zones: ZoneCatalog(),
                now: { 0 }))

        let refusal = await status {
            _ = try await client.call(Entries.delete, Entries.EntryRequest(id: "e"))
        }

        #expect(refusal?.code == .unavailable)
    }
}
