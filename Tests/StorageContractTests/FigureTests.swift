import Contracts
import RPC
import StorageTestKit
import Testing

@Suite(.temporaryStorage) struct FigureTests {
    @Test(arguments: DatabaseEngine.allCases)
    func `commits and the queue of folds are counted`(engine: DatabaseEngine) async throws {
        let storage = try await engine.storage()
        let before = try await storage.client.call(StorageFigures.get, Empty())
        try await apply(storage, "log", change(entry("a")))
        let id = try await storage.begin()
        try await storage.stage([0], import: id)
        let version = try await storage.publish(id).version

        let waiting = try await storage.client.call(StorageFigures.get, Empty())
        try await storage.fold(until: version)
        let folded = try await storage.client.call(StorageFigures.get, Empty())

        #expect(waiting.commits.count >= before.commits.count + 2)
        #expect(waiting.commits.seconds > before.commits.seconds)
        #expect(waiting.commits.buckets.map(\.count).max() ?? 0 <= waiting.commits.count)
        #expect(before.waitingFolds == 0 && before.oldestFoldSeconds == nil)
        #expect(waiting.waitingFolds > 0 && waiting.oldestFoldSeconds ?? 0 > 0)
        #expect(folded.waitingFolds == 0 && folded.leasedFolds == 0)
        #expect(folded.oldestFoldSeconds == nil && folded.oldestLeaseSeconds == nil)
        #expect(folded.gainedProfiles == (engine == .postgres ? 1 : nil))
        #expect(folded.standbys == nil)
    }
}
