import Contracts
import GRDB
import RPC
import StorageTestKit
import Testing

@Suite(.temporaryStorage) struct StagedChunkRowTests {
    @Test func `data of replaced and aborted chunks is deleted`() async throws {
        let storage = try await TemporaryStorage()
        for byte: UInt8 in [1, 2, 2, 3] {
            let id = try await storage.begin()
            try await storage.stage([1, 2], import: id, byte: 9)
            try await storage.stage([1, 2], import: id, byte: byte)
            try await storage.publish(id)
        }
        let aborted = try await storage.begin()
        try await storage.stage([3], import: aborted)
        _ = try await storage.client.call(Staging.abort, Staging.AbortRequest(id: aborted))

        let rows = try await DatabaseQueue(path: storage.path).read {
            try Int.fetchOne($0, sql: "SELECT count(*) FROM chunk_data")
        }

        #expect(rows == 2)
    }
}
