import Contracts
import RPC
import StorageTestKit
import Testing

@Suite(.temporaryStorage) struct SampleRoundTripTests {
    @Test func `staging, publishing and reading days take a bounded number of round trips`()
        async throws
    {
        let count = RoundTripCounter()
        let storage = try await TemporaryPostgresStorage(onRoundTrip: { count.increment() })
        try await storage.publishSteps()
        let id = try await storage.begin()
        let declared = try await storage.client.call(
            Staging.declare, Staging.DeclareRequest(id: id, series: [.sample("stepCount")]))
        let chunks = (0..<200).map {
            ChunkRecord.sample(series: declared.ids[0], segment: $0, byte: 2, size: 1000)
        }

        let stage = try await count.of {
            _ = try await storage.client.call(
                Staging.stage, Packet(Staging.StageRequest(id: id), columns: chunks.columns))
        }
        let publish = try await count.of { try await storage.publish(id) }
        let read = try await count.of { _ = try await storage.days() }
        let names = try await count.of {
            _ = try await storage.client.call(Days.names, Empty())
        }

        #expect(stage == 2)
        #expect(publish == 2)
        #expect(read == 1)
        #expect(names == 1)
    }
}
