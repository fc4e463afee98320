import Contracts
import RPC

/// Stages chunks in storage, durable and invisible until they are published.
actor StorageStage: ChunkStage {
    private let client: Client
    private let id: Int64
    private let options: CallOptions
    private var series: [SeriesKey: Int64]

    /// `series` are the numbers of series that storage knows.
    init(client: Client, import id: Int64, options: CallOptions, series: [SeriesKey: Int64]) {
        self.client = client
        self.id = id
        self.options = options
        self.series = series
    }

    func read(_ names: [ChunkName]) async throws -> [ChunkName: Bytes] {
        let known = names.compactMap { name in series[name.key].map { (name, $0) } }
        guard !known.isEmpty else { return [:] }
        let request = Packet(
            Staging.Read(id: id),
            columns: [
                Column("series", known.map(\.1)), Column("segment", known.map(\.0.segment)),
            ])
        let reply = try await client.call(Staging.read, request, options)
        let places = Dictionary(
            uniqueKeysWithValues: known.map {
                (ChunkPlace(series: $0.1, segment: $0.0.segment), $0.0)
            })
        var found: [ChunkName: Bytes] = [:]
        for record in try [ChunkRecord](columns: reply.columns) {
            let place = ChunkPlace(series: record.series, segment: record.segment)
            if let name = places[place] { found[name] = record.data }
        }
        return found
    }

    func write(_ chunks: [EncodedChunk]) async throws {
        let page = try await page(chunks)
        _ = try await client.call(Staging.stage, page, options)
    }

    func keepRemoved(_ chunks: [EncodedChunk]) async throws {
        let page = try await page(chunks)
        _ = try await client.call(Staging.keepRemoved, page, options)
    }

    private func page(_ chunks: [EncodedChunk]) async throws -> Packet<Staging.Stage> {
        try await declare(Set(chunks.map(\.key)).subtracting(series.keys))
        let records = try chunks.map { chunk in
            guard let number = series[chunk.key] else {
                throw Status(.internal, "Storage gave no number for a series.")
            }
            return chunk.record(series: number)
        }
        return Packet(Staging.Stage(id: id), columns: records.columns)
    }

    func addRows(_ rows: [HealthRow]) async throws -> [Bool] {
        let staged = try await client.call(
            Staging.stageRows, Staging.StageRows(id: id, rows: rows), options)
        guard staged.isNew.count == rows.count else {
            throw Status(.internal, "Storage did not say of each row whether it is new.")
        }
        return staged.isNew
    }

    private func declare(_ keys: Set<SeriesKey>) async throws {
        guard !keys.isEmpty else { return }
        let request = Staging.Declare(id: id, series: Array(keys))
        let declared = try await client.call(Staging.declare, request, options)
        guard declared.ids.count == keys.count else {
            throw Status(.internal, "Storage gave no number for a series.")
        }
        for (key, number) in zip(request.series, declared.ids) { series[key] = number }
    }
}
