import Contracts
import RPC

extension MemoryStorage: Service {
    nonisolated func register(on router: inout Router) {
        router.handle(Staging.prepare) { _, _ in
            Staging.PrepareResponse(version: await self.version, units: await self.units, zones: [])
        }
        router.handle(Staging.begin) { request, _ in try await self.begin(request) }
        router.handle(Staging.index) { _, _, writer in
            for page in await self.indexPages() { try await writer.send(page) }
            return Empty()
        }
        router.handle(Staging.declare) { request, _ in
            Staging.DeclareResponse(ids: await self.declare(request.series))
        }
        router.handle(Staging.read) { request, _ in
            let keys = try Self.keys(request.columns)
            let records = await self.read(request.body.id, keys)
            return Packet(Empty(), columns: records.columns)
        }
        router.handle(Staging.stage) { request, _ in
            await self.stage(request.body.id, try [ChunkRecord](columns: request.columns))
            return Empty()
        }
        router.handle(Staging.stageRows) { request, _ in
            Staging.StageRowsResponse(
                isNew: await self.addRows(request.id, request.rows.map(\.value)))
        }
        router.handle(Staging.findRows) { request, _ in await self.findRows(request.rows) }
        router.handle(Staging.publish) { request, _ in await self.publish(request) }
        router.handle(Staging.abort) { request, _ in
            await self.abort(request.id)
            return Empty()
        }
        router.handle(Staging.storeRemoved) { _, _ in Empty() }
        router.handle(Staging.storeAdded) { _, _ in Empty() }
        router.handle(Corrections.list) { _, _ in
            Corrections.ListResponse(series: [], corrections: [])
        }
        router.handle(Settings.list) { _, _ in Settings.ListResponse(values: await self.settings) }
        router.handle(ImportLog.knownFiles) { _, _ in ImportLog.KnownResponse(files: []) }
        router.handle(ImportLog.recordFile) { _, _ in Empty() }
        router.handle(Folds.wait) { request, _ in Folds.VersionResponse(version: request.version) }
    }

    /// Small pages, so that there are several.
    private func indexPages() -> [Packet<Staging.IndexPage>] {
        let rows = series.map { SeriesRow(id: $0.value, key: $0.key) }
        let chunks = index()
        return stride(from: 0, through: chunks.count, by: 7).map { start in
            let part = chunks[start..<min(start + 7, chunks.count)]
            return Packet(
                Staging.IndexPage(series: start == 0 ? rows : []),
                columns: [
                    Column("series", part.map(\.0.series)),
                    Column("segment", part.map(\.0.segment)),
                    Column("count", part.map(\.1.count)),
                    Column("hashHigh", part.map(\.1.hashHigh)),
                    Column("hashLow", part.map(\.1.hashLow)),
                ])
        }
    }

    private static func keys(_ columns: [Column]) throws -> [ChunkKey] {
        let series = try columns.column("series", .int64).array(of: Int64.self)
        let segments = try columns.column("segment", .int64).array(of: Int64.self)
        return zip(series, segments).map { ChunkKey(series: $0, segment: $1) }
    }
}
