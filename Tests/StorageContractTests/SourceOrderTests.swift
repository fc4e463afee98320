import CivilTime
import Contracts
import RPC
import StorageTestKit
import Testing

@Suite(.temporaryStorage) struct SourceOrderTests {
    private let names = ["Sam’s iPhone", "Watch"]

    /// The storage with a chunk of steps of two sources, and one of another metric, all folded.
    private func prepared<Storage: StorageUnderTest>(_ storage: Storage) async throws -> Storage {
        let id = try await storage.begin()
        let keys = names.map { name in
            SeriesKey(
                metric: "stepCount", unit: "count", source: name,
                sourceKey: name.replacing("’", with: "'"), device: "", isEntered: false)
        }
        let declared = try await storage.client.call(
            Staging.declare, Staging.DeclareRequest(id: id, series: keys))
        let chunks = declared.ids.flatMap { series in
            [0, 1, 2].map { ChunkRecord.sample(series: series, segment: $0, byte: 1) }
        }
        _ = try await storage.client.call(
            Staging.stage, Packet(Staging.StageRequest(id: id), columns: chunks.columns))
        try await storage.stage([0], metric: "heartRate", import: id)
        let version = try await storage.publish(id).version
        try await storage.fold(until: version)
        return storage
    }

    private func order(
        _ order: [String], in storage: any StorageUnderTest
    ) async throws -> Sources.SetOrderResponse {
        try await storage.client.call(
            Sources.setOrder, Sources.SetOrderRequest(metric: "stepCount", order: order))
    }

    private func list(_ storage: any StorageUnderTest) async throws -> Sources.ListResponse {
        try await storage.client.call(Sources.list, Sources.MetricRequest(metric: "stepCount"))
    }

    @Test(arguments: StorageEngine.allCases)
    func `each source is listed with its number of samples and its time range`(
        engine: StorageEngine
    ) async throws {
        let storage = try await prepared(engine.storage())

        let listing = try await list(storage)

        #expect(listing.series.map(\.series.key.source) == names)
        #expect(listing.series.map(\.samples) == [3, 3])
        #expect(listing.series.map(\.first) == [0, 0])
        #expect(listing.series.map(\.last) == [2_097_153_000, 2_097_153_000])
        #expect(listing.order.isEmpty)
    }

    @Test(arguments: DatabaseEngine.allCases)
    func `setting an order marks only its metric as dirty`(engine: DatabaseEngine) async throws {
        let storage = try await prepared(engine.storage())

        let ordered = try await order(["watch", "Sam's iPhone"], in: storage)

        #expect(ordered.version == 2)
        #expect(try await list(storage).order == ["Watch", "Sam's iPhone"])
        #expect(try await storage.dirtyDays() == ["stepCount": [-1...25]])
    }

    @Test(arguments: DatabaseEngine.allCases)
    func `setting the present order changes nothing`(engine: DatabaseEngine) async throws {
        let storage = try await prepared(engine.storage())
        _ = try await order(["Watch"], in: storage)
        try await storage.fold(until: 2)

        let again = try await order(["Watch", "Watch"], in: storage)

        #expect(again.version == 2)
        #expect(try await storage.dirtyDays().isEmpty)
    }

    @Test(arguments: StorageEngine.allCases)
    func `an empty order restores the default order`(engine: StorageEngine) async throws {
        let storage = try await prepared(engine.storage())
        _ = try await order(["Watch"], in: storage)

        _ = try await order([], in: storage)

        #expect(try await list(storage).order.isEmpty)
    }

    @Test(arguments: StorageEngine.allCases)
    func `an unknown source is refused, and nothing is changed`(engine: StorageEngine) async throws
    {
        let storage = try await prepared(engine.storage())

        let code = await code(of: { _ = try await order(["Watch", "Toaster"], in: storage) })

        #expect(code == .notFound)
        #expect(try await list(storage).order.isEmpty)
    }

    @Test(arguments: DatabaseEngine.allCases)
    func `chunks are sent by segment and series, with the source order`(engine: DatabaseEngine)
        async throws
    {
        let storage = try await prepared(engine.storage())
        _ = try await order(["Watch"], in: storage)
        let positions = ValueCollector<[Int64]>()
        let orders = ValueCollector<String>()

        let range = Folds.ChunksRequest(metric: "stepCount", from: .min, to: .max)
        _ = try await storage.client.stream(Folds.chunks, range, CallOptions()) { page in
            await orders.add(page.body.order)
            await positions.add(
                try [ChunkRecord](columns: page.columns).map { [$0.segment, $0.series] })
        }

        #expect(await positions.values == [[0, 1], [0, 2], [1, 1], [1, 2], [2, 1], [2, 2]])
        #expect(await orders.values == ["Watch"])
    }
}
